/** Who calls: which token, and what it may do. */
export interface Caller {
  token: string;
  scope: "human" | "agent" | "link";
  /** What a link or a named token was called; the person's own have none. */
  name?: string;
  /** The ask that a link token is for. */
  ask?: string;
}
