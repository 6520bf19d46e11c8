import { type Approval, type ApprovalSubject, approvalSubject } from "@yourcall/core";

/** `approvalSubject`, worked out once for all that shows it. */
export function subjectOf(approval: Approval, cwd: string | undefined): ApprovalSubject {
  const known = subjects.get(approval);
  if (known !== undefined) return known;
  const subject = approvalSubject(approval, cwd);
  subjects.set(approval, subject);
  return subject;
}

const subjects = new WeakMap<Approval, ApprovalSubject>();
