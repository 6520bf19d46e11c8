import { type PersonRequest, toFields, toText } from "./person-request.ts";
import { readClaudeForm } from "./read-claude-form.ts";
import { readPermission } from "./read-permission.ts";

/** What a person can settle of an agent's requests; undefined for everything else. */
export function readRequest(method: string, params: unknown): PersonRequest | undefined {
  if (method === "session/request_permission") return readPermission(params);
  if (method !== "elicitation/create") return undefined;
  const { mode, message, requestedSchema, sessionId } = toFields(params);
  // A link to another place cannot be answered here.
  if (mode !== "form") return undefined;
  const read = readClaudeForm(message, requestedSchema);
  return read === undefined ? undefined : { ...read, session: toText(sessionId) };
}
