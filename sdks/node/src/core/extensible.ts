/** One of these values, or one that a later version of the API has added. */
export type Extensible<T extends string> = T | (string & {});
