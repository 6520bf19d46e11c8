import type { CardPart, DeviceCard } from "@yourcall/core/internal";

/** What `sendMessage` and `editMessageText` take. Plain text with entities, so that nothing has to be escaped. */
export interface TelegramMessage {
  text: string;
  entities: { type: "bold" | "pre"; offset: number; length: number }[];
  reply_markup: { inline_keyboard: TelegramButton[][] };
  link_preview_options: { is_disabled: true };
}

type TelegramButton = { text: string } & ({ callback_data: string; style?: "danger" | "success" } | { url: string });

const longestText = 4000;

/** `names` are the random names of the card's buttons, row by row. `openUrl`: where a browser can answer, if it is reachable. */
export function toMessage(card: DeviceCard, names: readonly (readonly string[])[], openUrl?: string): TelegramMessage {
  const keyboard = card.rows.map((row, at) =>
    row.map(
      ({ text, style }, column): TelegramButton => ({
        text,
        callback_data: names[at]?.[column] ?? "",
        ...(style === undefined ? {} : { style }),
      }),
    ),
  );
  if (openUrl !== undefined) keyboard.push([{ text: "Open", url: openUrl }]);
  return toTelegramMessage(card.parts, keyboard);
}

/** A message whose ask is over: what was asked, and how it ended. */
export function toEndedMessage(parts: readonly CardPart[], ending: string): TelegramMessage {
  return toTelegramMessage([...parts, { style: "plain", text: ending }], []);
}

function toTelegramMessage(parts: readonly CardPart[], keyboard: TelegramButton[][]): TelegramMessage {
  let text = "";
  const entities: TelegramMessage["entities"] = [];
  for (const part of parts) {
    const offset = text === "" ? 0 : text.length + 1;
    const line = part.text.slice(0, Math.max(0, longestText - offset)).toWellFormed();
    if (line === "") continue;
    text = offset === 0 ? line : `${text}\n${line}`;
    if (part.style !== "plain")
      entities.push({ type: part.style === "bold" ? "bold" : "pre", offset, length: line.length });
  }
  return { text, entities, reply_markup: { inline_keyboard: keyboard }, link_preview_options: { is_disabled: true } };
}
