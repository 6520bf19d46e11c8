import type { Outcome } from "@yourcall/core";
import type { AnsweringOptions } from "../card-props.ts";

/** The handlers of a card whose answers go to the chat: no hub makes the outcome, so it is made here. */
export function toCardHandlers(
  tell: (outcome: Outcome) => void | PromiseLike<void>,
): Pick<AnsweringOptions, "onSubmit" | "onDecline"> {
  const at = () => new Date().toISOString();
  return {
    onSubmit: async ({ act, ...reply }) =>
      tell({ status: "answered", ...reply, by: { surface: "card", act }, at: at() }),
    onDecline: async (decline) =>
      tell({ status: "declined", ...decline, by: { surface: "card", act: "submit" }, at: at() }),
  };
}
