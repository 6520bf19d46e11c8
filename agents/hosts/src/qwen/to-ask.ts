/** The ask for a call of `ask_user_question`, which has the shape of ours; null if it cannot be shown. */
export { toAskOrNull as toAsk } from "../hub-first.ts";
