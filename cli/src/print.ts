/** Writes to standard output, and rejects where nobody takes it: a closed pipe must not pass for a delivered answer. */
export function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(new Error(`The output could not be handed over: ${error.message}`));
    process.stdout.once("error", fail);
    process.stdout.write(text, (error) => {
      if (error != null) return fail(error);
      process.stdout.off("error", fail);
      resolve();
    });
  });
}
