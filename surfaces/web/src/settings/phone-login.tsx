import type { HubClient } from "@yourcall/client";
import { generate } from "lean-qr";
import { useEffect, useState } from "react";
import { CopyButton } from "../app/copy-button.tsx";
import { useCall } from "../live/use-call.ts";

// A login code is good for a minute.
const goodMs = 60_000;

/** A login link as a code to scan, made only on request, since anybody who sees it can log in. */
export function PhoneLogin({ client }: { client: HubClient }) {
  const [link, setLink] = useState<string>();
  const { why, run } = useCall();
  useEffect(() => {
    if (link === undefined) return;
    const timer = setTimeout(() => setLink(undefined), goodMs);
    return () => clearTimeout(timer);
  }, [link]);
  const create = () => client.createLoginLink().then(({ url }) => setLink(url));
  return (
    <div className="phone-login line">
      {link !== undefined && <QrCode text={link} />}
      <div>
        <h3>Log in on your phone</h3>
        <p className="meta" role="status">
          {why ??
            (link === undefined
              ? "Shows a code for one device, good for a minute. Whoever scans it can answer for you."
              : "Scan it with the camera. It logs in one device and expires after a minute.")}
        </p>
        {link !== undefined && <CopyButton text={link} label="Copy link" />}
        <button type="button" onClick={() => void run(create)}>
          {link === undefined ? "Show a code" : "New code"}
        </button>
      </div>
    </div>
  );
}

function QrCode({ text }: { text: string }) {
  const code = generate(text);
  const dark: string[] = [];
  for (let y = 0; y < code.size; y++)
    for (let x = 0; x < code.size; x++) if (code.get(x, y)) dark.push(`M${x} ${y}h1v1h-1z`);
  return (
    <svg className="qr" viewBox={`-2 -2 ${code.size + 4} ${code.size + 4}`} role="img" aria-label="Login code to scan">
      <path d={dark.join("")} />
    </svg>
  );
}
