/** In place of what only approvals need, which are never shown in a conversation. */
export default function NoApproval(): null {
  return null;
}

export const ApprovalTitle = NoApproval;
