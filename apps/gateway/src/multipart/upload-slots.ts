import { ApiError, type Id } from '@parley/contracts';

/** Counts the uploads that run in this process, by workspace: each holds a connection and a file. */
export class UploadSlots {
  readonly #running = new Map<Id<'workspace'>, number>();

  constructor(private readonly perWorkspace: number) {}

  /** Throws ApiError 429 if too many run; else the function that gives the slot back. */
  take(workspaceId: Id<'workspace'>): () => void {
    const running = this.#running.get(workspaceId) ?? 0;
    if (running >= this.perWorkspace)
      throw new ApiError('rate_limit_exceeded', {
        message: `The workspace has ${this.perWorkspace} uploads in progress. Retry when one of them has ended.`,
        retryAfter: 1,
      });
    this.#running.set(workspaceId, running + 1);
    return () => {
      const left = (this.#running.get(workspaceId) ?? 1) - 1;
      if (left === 0) this.#running.delete(workspaceId);
      else this.#running.set(workspaceId, left);
    };
  }
}
