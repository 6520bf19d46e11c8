import { type Ask, parseAsk } from "@yourcall/core";
import { answerForm } from "@yourcall/core/elicitation";
import { toFields } from "@yourcall/core/internal";
import { type Fields, type PersonRequest, toNonBlank } from "./person-request.ts";
import { readClaudeForm } from "./read-claude-form.ts";
import { readCursor } from "./read-cursor.ts";
import { readPermission } from "./read-permission.ts";

/** Reads an agent's request that a person can settle; undefined for every other request. */
export function readRequest(method: string, params: unknown): PersonRequest | undefined {
  const fields = toFields(params);
  const place = {
    session: toNonBlank(fields.sessionId),
    call: toNonBlank(toFields(fields.toolCall).toolCallId ?? fields.toolCallId),
  };
  if (method === "session/request_permission") {
    const read = readPermission(fields);
    return read && { ...read, ...place };
  }
  const cursor = readCursor(method, fields);
  if (cursor !== undefined) return { ...cursor, ...place };
  // A URL to open (`mode: "url"`) cannot be answered on another screen.
  if (method !== "elicitation/create" || fields.mode !== "form") return undefined;
  const read = readClaudeForm(fields.message, fields.requestedSchema) ?? readForm(fields);
  return { ...read, ...place };
}

/** Any other form, asked part by part. An answer given in the editor is not reported: its fields may not match the questions. */
function readForm({ message, requestedSchema }: Fields): PersonRequest {
  const request = { from: "The agent", message: toNonBlank(message) ?? "", requestedSchema };
  return {
    cancelled: { action: "cancel" },
    async settle(put) {
      const { fault, ...result } = await answerForm(request, ({ questions, context }) =>
        put(parseAsk({ kind: "question", questions, context } satisfies Ask)),
      );
      return fault === undefined && result.action !== "cancel" ? result : undefined;
    },
    toReport: () => undefined,
  };
}
