import type { HubClient, WireAsk } from "@yourcall/client";
import { toDeviceWords } from "@yourcall/core/internal";
import { useCallback } from "react";
import { useFresh } from "../app/use-fresh.ts";

const lookMs = 5000;

/** What is known of the ask at each of the person's devices: `Pixel: shown 14:02 · Telegram: the bot is blocked`. */
export default function AskDevices({
  client,
  ask,
  hasDevices,
}: {
  client: HubClient;
  ask: WireAsk;
  hasDevices: boolean;
}) {
  const { id, status } = ask;
  // The events say nothing about devices. If the hub is away, the page says so elsewhere.
  const read = useCallback(() => client.get(id).then(({ receipts = [] }) => receipts), [client, id]);
  const [receipts] = useFresh(hasDevices ? read : undefined, status === "pending" ? lookMs : undefined, ask.receipts);
  const words = toDeviceWords(receipts, Date.now());
  if (words.length === 0) return null;
  return (
    <p className="ask-devices fine" role="note" aria-label="Your devices">
      {words.map(({ device, text, isFailing }, at) => (
        <span key={device}>
          {at > 0 && " · "}
          <span className={isFailing ? "failing" : undefined}>{text}</span>
        </span>
      ))}
    </p>
  );
}
