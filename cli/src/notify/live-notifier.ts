import { unwatchFile, watchFile } from "node:fs";
import { hostname } from "node:os";
import type { Hub, StoredEvent } from "@yourcall/hub";
import { createChannels } from "./channels.ts";
import { createNotifier, type Notifier } from "./create-notifier.ts";
import { inOrder } from "./device-order.ts";
import { type Devices, startDevices } from "./devices.ts";
import type { DeviceChannel } from "./notice.ts";
import { parseNotifySettings } from "./notify-settings.ts";

interface LiveNotifierOptions {
  /** Where `notify.json` is kept. */
  directory: string;
  configFile: string;
  /** `notify` in the settings, read anew each time. */
  readConfig: () => unknown;
  /** Called once the hub runs: 32 bytes from which the key follows that push services know it by. */
  pushSecret: () => Buffer;
  log: (message: string) => void;
  home: string | undefined;
}

/** The notifier of a running hub. Changed settings and devices take effect at once. */
export interface LiveNotifier {
  watch(event: StoredEvent): void;
  begin(hub: Hub, baseUrl: string): Promise<void>;
  devices(): Devices | undefined;
  stop(): Promise<void>;
}

const pollEveryMs = 2000;

export function createLiveNotifier(options: LiveNotifierOptions): LiveNotifier {
  const { directory, configFile, log, home } = options;
  let current: Notifier | undefined;
  let devices: Devices | undefined;
  let work: Promise<void> = Promise.resolve();
  let isOver = false;

  async function create(): Promise<Notifier> {
    const config = options.readConfig();
    const { settings } = parseNotifySettings(config);
    const channels = createChannels(settings);
    const ordered = inOrder((await devices?.list()) ?? [], settings.order).flatMap(
      ({ id, person }): DeviceChannel[] => {
        const channel = devices?.channels().find(({ name }) => name === id);
        return channel === undefined ? [] : [{ ...channel, person }];
      },
    );
    return createNotifier({ directory, config, channels, devices: ordered, log, home });
  }

  return {
    watch: (event) => current?.watch(event),
    devices: () => devices,
    async begin(hub, baseUrl) {
      const linkTo = (ask: string) => `${baseUrl}/a/${ask}`;
      // One after another: a notifier writes its state when it stops, and the next one reads it.
      const restart = () => {
        work = work.then(async () => {
          if (isOver) return;
          await current?.stop();
          current = await create();
          current.begin(hub, baseUrl);
        });
      };
      const holder = `${hostname()} ${directory}`;
      devices = await startDevices({ hub, holder, linkTo, pushSecret: options.pushSecret(), log, changed: restart });
      restart();
      watchFile(configFile, { interval: pollEveryMs, persistent: false }, restart);
      await work;
    },
    async stop() {
      isOver = true;
      unwatchFile(configFile);
      await work;
      await current?.stop();
      await devices?.stop();
    },
  };
}
