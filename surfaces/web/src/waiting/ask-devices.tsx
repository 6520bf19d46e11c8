import type { HubClient, WireAsk } from "@yourcall/client";
import { toDeviceWords } from "@yourcall/core/internal";
import { useEffect, useState } from "react";

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
  const [receipts, setReceipts] = useState(ask.receipts);
  const { id, status } = ask;
  useEffect(() => {
    if (!hasDevices) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const look = async () => {
      // The events say nothing about devices. If the hub is away, the page says so elsewhere.
      const found = document.visibilityState === "visible" ? await client.get(id).catch(() => undefined) : undefined;
      if (isOver) return;
      if (found?.receipts !== undefined) setReceipts(found.receipts);
      if (status === "pending") timer = setTimeout(look, lookMs);
    };
    void look();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [client, id, status, hasDevices]);
  const words = toDeviceWords(receipts ?? [], Date.now());
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
