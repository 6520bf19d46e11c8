/** Who calls: which token, and what it may do. */
export interface Caller {
  token: string;
  scope: "human" | "agent" | "link";
  /** The ask that a link token is for. */
  ask?: string;
}
