import type { Issue } from "./outcome-schemas.ts";

/** What can fail. Decline, expiry and cancellation are outcomes, not errors. */
export type ErrorCode =
  | "invalid-ask"
  | "invalid-answer"
  | "not-found"
  | "already-ended"
  | "key-conflict"
  | "draft-conflict"
  | "unauthorized"
  | "forbidden"
  | "too-large"
  | "too-many"
  | "hub-unreachable"
  | "store-unavailable"
  | "desk-unreachable";

/** The status of each failure in replies over HTTP: the hub's, and those of a chat app's own routes. */
export const httpStatuses: Readonly<Record<ErrorCode, number>> = {
  "invalid-ask": 422,
  "invalid-answer": 422,
  "not-found": 404,
  "already-ended": 409,
  "key-conflict": 409,
  "draft-conflict": 409,
  unauthorized: 401,
  forbidden: 403,
  "too-large": 413,
  "too-many": 429,
  "hub-unreachable": 503,
  "store-unavailable": 503,
  "desk-unreachable": 503,
};

// A registered symbol, so that the check works when two copies of this package are installed.
const marker = Symbol.for("yourcall.error");

/** The one error class of yourcall; `code` says which failure it is. */
export class YourcallError extends Error {
  override readonly name: string = "YourcallError";
  readonly code: ErrorCode;
  readonly [marker] = true;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  static isInstance(value: unknown): value is YourcallError {
    return typeof value === "object" && value !== null && (value as { [marker]?: unknown })[marker] === true;
  }
}

/** The ask was refused before any person saw it. `issues` names each fault. */
export class InvalidAskError extends YourcallError {
  override readonly name = "InvalidAskError";
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[]) {
    super("invalid-ask", `The ask was refused and no person saw it. ${formatIssues(issues)}`);
    this.issues = issues;
  }

  static override isInstance(value: unknown): value is InvalidAskError {
    return YourcallError.isInstance(value) && value.code === "invalid-ask";
  }
}

/** The answers do not fit the ask; nothing was recorded. */
export class InvalidAnswerError extends YourcallError {
  override readonly name = "InvalidAnswerError";
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[]) {
    super("invalid-answer", `The answer does not fit the ask and was not recorded. ${formatIssues(issues)}`);
    this.issues = issues;
  }

  static override isInstance(value: unknown): value is InvalidAnswerError {
    return YourcallError.isInstance(value) && value.code === "invalid-answer";
  }
}

/**
 * One line per issue, path first.
 *
 * @example
 * const checked = checkAskInput({ questions: [] });
 * if ("issues" in checked) console.error(formatIssues(checked.issues)); // questions: Give at least one question.
 */
export function formatIssues(issues: readonly Issue[]): string {
  return issues.map(formatIssue).join("\n");
}

/** Tells a model what is wrong with its call, so that it can correct it. */
export function toRefusedCallText(issues: readonly Issue[]): string {
  return `The call was refused and no person saw it. Correct it and call again.\n${formatIssues(issues)}`;
}

/** `questions[0].header is empty …`; a message that does not begin with the field's name follows the path. */
function formatIssue({ path, message }: Issue): string {
  if (path === "") return message;
  const name = /[^.]*$/.exec(path)?.[0] ?? path;
  return message.startsWith(`${name} `) ? `${path}${message.slice(name.length)}` : `${path}: ${message}`;
}

/**
 * The message of anything thrown.
 *
 * @example
 * try {
 *   await asker.ask(ask);
 * } catch (error) {
 *   console.error(messageOf(error));
 * }
 */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
