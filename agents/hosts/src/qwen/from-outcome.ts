import { toPermissionOutput } from "../hub-first.ts";

/** The output of the hook `PermissionRequest` that keeps Qwen from asking: it tells its model this text. */
export function toOutput(text: string): object {
  return toPermissionOutput(false, text);
}
