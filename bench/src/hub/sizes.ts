/** How much is measured. */
export interface Sizes {
  /** Round trips in one slot with one in flight. */
  one: number;
  /** And with `inFlight`. */
  many: number;
  inFlight: number;
  streams: number;
  /** How long they are idle: a few heartbeats, which come every 15 s, and what V8 needs to give back what opening took. */
  idleMs: number;
  pending: number;
}

export const fullSizes: Sizes = {
  one: 300,
  many: 3000,
  inFlight: 100,
  streams: 10_000,
  idleMs: 62_000,
  pending: 100_000,
};

/** For work on the bench itself; the figures are worth little. */
export const quickSizes: Sizes = { one: 50, many: 400, inFlight: 100, streams: 500, idleMs: 2000, pending: 2000 };
