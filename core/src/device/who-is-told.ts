/** A device of a person, and what is known of an ask there. Times are milliseconds since the epoch. */
export interface DeviceTold {
  id: string;
  /** When it was given the ask; undefined if it was not. */
  told?: number | undefined;
  /** Whether that failed, so that it cannot have been seen there. */
  failed?: boolean;
  shown?: number | undefined;
  opened?: number | undefined;
}

export interface Telling {
  now: number;
  /** When the agent asked. The ask has waited long enough to be told. */
  askedAt: number;
  /** When somebody last worked on it, on any screen. */
  touchedAt?: number | undefined;
  /** Whether a rule of the person says so. Silence does not apply then. */
  isUrgent: boolean;
  /** When the current quiet hours end; null outside of them. */
  quietUntil: number | null;
  /** Whether the desktop and the webhooks, which are notified together, have been notified. */
  othersTold: boolean;
  /** The people whom the ask concerns. */
  people: readonly {
    /** Until when the person counts as being at a screen; null if away. */
    presentUntil: number | null;
    /** In the order in which they are tried. */
    devices: readonly DeviceTold[];
  }[];
}

interface WhoIsTold {
  /** Whether the desktop and the webhooks are notified now. */
  others: boolean;
  /** The devices that are notified now. */
  devices: string[];
  /** When to decide again; null if nobody is left to tell. */
  lookAt: number | null;
}

/** How long a device has to show the ask before the next one is tried. */
const shownMs = 30_000;
/** How long a person who was shown the ask, or looked at it, has before the next device is tried. */
const comeMs = 120_000;
/** How long devices stay silent for a person who is at a screen. */
const presentMs = 300_000;

/**
 * Decides who is notified of a pending ask now. In quiet hours nobody is; while a person is at a screen their devices are not, for
 * five minutes at most. Each person's devices are tried one after another: the next one if the last one failed, showed nothing
 * within 30 s, or nobody came within two minutes.
 */
export function whoIsToldNow(given: Telling): WhoIsTold {
  const { now, askedAt, isUrgent, quietUntil, othersTold, people } = given;
  if (quietUntil !== null && !isUrgent) return { others: false, devices: [], lookAt: quietUntil };
  const devices: string[] = [];
  let lookAt = Number.POSITIVE_INFINITY;
  for (const { presentUntil, devices: all } of people) {
    const [next, another] = all.filter(({ told }) => told === undefined);
    if (next === undefined) continue;
    const silentUntil = isUrgent || presentUntil === null ? now : Math.min(presentUntil, pass(askedAt, presentMs, now));
    const at = Math.max(silentUntil, nextDeviceAt(all, given));
    if (at <= now) devices.push(next.id);
    if (at > now) lookAt = Math.min(lookAt, at);
    else if (another !== undefined) lookAt = Math.min(lookAt, now + shownMs);
  }
  return { others: !othersTold, devices, lookAt: lookAt === Number.POSITIVE_INFINITY ? null : lookAt };
}

function nextDeviceAt(devices: readonly DeviceTold[], { now, touchedAt }: Telling): number {
  const reached = devices.flatMap(({ told, failed, ...rest }) =>
    told === undefined || failed === true ? [] : [{ told, ...rest }],
  );
  if (reached.length === 0) return now;
  const last = reached.reduce((one, other) => (other.told > one.told ? other : one));
  const due = last.shown === undefined ? pass(last.told, shownMs, now) : pass(last.shown, comeMs, now);
  const came = [touchedAt, ...reached.map(({ opened }) => opened)].filter((at) => at !== undefined);
  return Math.max(due, ...came.map((at) => pass(at, comeMs, now)));
}

/** When `ms` have passed since `at`. If the clock was set back since, that time is unknown and counts as over. */
function pass(at: number, ms: number, now: number): number {
  return at > now + ms ? now : at + ms;
}
