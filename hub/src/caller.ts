/** Who calls: which token, and what it is good for. */
export interface Caller {
  token: string;
  scope: "human" | "agent" | "link";
  /** The one ask a link token is good for. */
  ask?: string;
}
