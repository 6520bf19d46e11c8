import { hostname } from "node:os";
import type { Hub, StoredEvent } from "@yourcall/hub";
import { createChannels } from "./channels.ts";
import { createNotifier, type Notifier } from "./create-notifier.ts";
import { type Devices, startDevices } from "./devices.ts";
import type { DeviceChannel } from "./notice.ts";
import { inOrder, parseNotifySettings } from "./notify-settings.ts";

interface LiveNotifierOptions {
  /** Where `notify.json` is kept. */
  directory: string;
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
  /** `linkBase` is the address that links start with; it may change. */
  begin(hub: Hub, linkBase: () => string): Promise<void>;
  /** Takes over changed settings. */
  reload(): void;
  devices(): Devices | undefined;
  stop(): Promise<void>;
}

const retryMs = 1000;

export function createLiveNotifier(options: LiveNotifierOptions): LiveNotifier {
  const { directory, log, home } = options;
  let current: Notifier | undefined;
  let devices: Devices | undefined;
  let work: Promise<void> = Promise.resolve();
  let isOver = false;
  let restart = () => {};

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
    reload: () => restart(),
    async begin(hub, linkBase) {
      const linkTo = (ask: string) => `${linkBase()}/a/${ask}`;
      // One after another: a notifier writes its state when it stops, and the next one reads it.
      restart = () => {
        work = work
          .then(async () => {
            if (isOver) return;
            await current?.stop();
            current = await create();
            current.begin(hub, linkBase());
          })
          // The devices cannot be read now. The next notifier reads what it missed from the store.
          .catch(() => void hub.clock.after(retryMs, restart));
      };
      const holder = `${hostname()} ${directory}`;
      const pushSecret = options.pushSecret();
      devices = await startDevices({ hub, holder, linkTo, pushSecret, log, changed: () => restart() });
      restart();
      await work;
    },
    async stop() {
      isOver = true;
      await work;
      await current?.stop();
      await devices?.stop();
    },
  };
}
