/** What a token opens: asking, answering, or one ask by its link. */
export type TokenScope = "agent" | "human" | "link";

export interface TokenBody {
  scope: TokenScope;
  name?: string;
  /** With `link`: the id of the ask it is for. */
  ask?: string;
}

/** A token as it is listed: everything but its secret. */
export interface TokenInfo {
  id: string;
  scope: TokenScope;
  name?: string;
  ask?: string;
  createdAt: string;
}

/** The only time the secret is shown. */
export interface CreatedToken extends TokenInfo {
  token: string;
}

/** Leads a browser in, once and within a minute. */
export interface LoginLink {
  code: string;
  url: string;
}
