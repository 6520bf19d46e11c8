import { formatIssues, type Issue } from "@yourcall/core";

/** A request that cannot be read, where it is neither an ask nor an answer: nothing was done. */
export class BadRequestError extends Error {
  override readonly name = "BadRequestError";
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[]) {
    super(`The request cannot be read and nothing was done. ${formatIssues(issues)}`);
    this.issues = issues;
  }
}
