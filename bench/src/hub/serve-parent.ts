/** What the bench asks of one of its processes, and what it hears back. */
export interface Call {
  name: string;
  value: unknown;
}
export type Report = { value: unknown } | { error: string };

export interface Service {
  /** What the parent needs to know to use it. */
  ready?: unknown;
  calls?: Record<string, (value: never) => unknown>;
  stop?: () => unknown;
}

/** The other end of `Child`: starts what the process is for, then takes calls until the parent has gone or says stop. */
export async function serveParent<Settings>(start: (settings: Settings) => Promise<Service>): Promise<void> {
  const tell = (report: Report) => void process.send?.(report);
  try {
    const { ready, calls = {}, stop } = await start(JSON.parse(process.argv[2] ?? "{}") as Settings);
    const leave = async () => {
      await stop?.();
      process.exit();
    };
    process.on("disconnect", () => process.exit());
    process.on("SIGTERM", () => void leave());
    process.on("message", async ({ name, value }: Call) => {
      try {
        tell({ value: (await calls[name]?.(value as never)) ?? null });
      } catch (error) {
        tell({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
      }
    });
    tell({ value: ready ?? null });
  } catch (error) {
    tell({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}
