/** A promise, and what resolves it: what waits for the one goes on when the test calls the other. */
export function gate<T = void>(): [passed: Promise<T>, open: (value: T) => void] {
  let open!: (value: T) => void;
  const passed = new Promise<T>((resolve) => (open = resolve));
  return [passed, open];
}
