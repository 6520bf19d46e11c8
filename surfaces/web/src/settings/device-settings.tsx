import type { HubClient, TokenInfo } from "@yourcall/client";
import { useRef } from "react";
import type { Reading } from "../read/use-read.tsx";
import { PhoneLogin } from "./phone-login.tsx";
import { Setting } from "./setting.tsx";
import { TokenRow } from "./token-row.tsx";

/** The browsers that are logged in, by name and last use, and how to log in on a phone. `own` is this one. */
export function DeviceSettings({
  client,
  tokens,
  own,
  publicUrl,
}: {
  client: HubClient;
  tokens: Reading<TokenInfo[]>;
  own: string | undefined;
  publicUrl: string | undefined;
}) {
  const title = useRef<HTMLHeadingElement>(null);
  const devices = tokens.value?.filter(({ device }) => device !== undefined) ?? [];
  return (
    <Setting title="Devices" about="Each may answer for you. Logging one out takes effect at once." heading={title}>
      {devices.length > 0 && (
        <ul className="token-list">
          {devices.map((token) => (
            <TokenRow
              key={token.id}
              client={client}
              token={token}
              isOwn={token.id === own}
              onGone={() => {
                title.current?.focus();
                tokens.again();
              }}
            />
          ))}
        </ul>
      )}
      {publicUrl === undefined ? (
        <p className="meta">
          To log in on a phone, set <code>publicUrl</code> in <code>config.json</code> to an address that it can reach.
        </p>
      ) : (
        <PhoneLogin client={client} />
      )}
    </Setting>
  );
}
