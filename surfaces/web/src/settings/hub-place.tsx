import type { HubSettings } from "@yourcall/client";
import { toSpan } from "@yourcall/core";
import type { ReactNode } from "react";

/** Where the hub listens. It is changed where it is started, so that no page can cut itself off. */
export function HubPlace({ settings }: { settings: HubSettings }) {
  const { url, publicUrl, socket, directory, version, timeoutMs } = settings;
  return (
    <section className="setting" aria-labelledby="hub-title">
      <h2 id="hub-title">Where the hub listens</h2>
      <dl className="places">
        <Place name="Address">{url}</Place>
        {publicUrl !== undefined && <Place name="Public address">{publicUrl}</Place>}
        <Place name="Socket">{socket}</Place>
        <Place name="State directory">{directory}</Place>
        <Place name="Version">{version}</Place>
        {timeoutMs !== undefined && (
          <Place name="Asks expire after">{toSpan(timeoutMs)}, unless they say otherwise</Place>
        )}
      </dl>
      <p className="meta">
        <code>port</code>, <code>host</code>, <code>publicUrl</code> and <code>timeout</code> in{" "}
        <code>config.json</code> of the state directory change this, from the next start of the hub on.
      </p>
    </section>
  );
}

function Place({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="mono">{children}</dd>
    </div>
  );
}
