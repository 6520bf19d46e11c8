/** What the bench asks of one of its processes, and the reply. */
export interface Call {
  name: string;
  value: unknown;
}
export type Report = { value: unknown } | { error: string };

export interface Service {
  /** What the parent needs to know to use it. */
  ready?: unknown;
  calls?: Record<string, (value: never) => unknown>;
  stop?: (() => unknown) | undefined;
}

/** The other end of `Child`: starts the process's service, then takes calls until the parent is gone or says stop. */
export async function serveParent<Settings>(start: (settings: Settings) => Promise<Service>): Promise<void> {
  const tell = async (act: () => unknown) => {
    let report: Report;
    try {
      report = { value: (await act()) ?? null };
    } catch (error) {
      report = { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
    process.send?.(report);
  };
  await tell(async () => {
    const { ready, calls = {}, stop } = await start(JSON.parse(process.argv[2] ?? "{}") as Settings);
    process.on("disconnect", () => process.exit());
    process.on("SIGTERM", async () => {
      await stop?.();
      process.exit();
    });
    process.on("message", ({ name, value }: Call) => void tell(() => calls[name]?.(value as never)));
    return ready;
  });
}
