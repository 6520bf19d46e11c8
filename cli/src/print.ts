/**
 * Writes to standard output, and rejects where nobody takes it: a closed pipe must not pass for a delivered answer. With
 * `partly` a reader may have seen enough (`| head`), and that is no failure.
 */
export function print(text: string, options: { partly?: boolean } = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => {
      if (options.partly === true && error.code === "EPIPE") resolve();
      else reject(new Error(`Could not write to standard output: ${error.message}`));
    };
    process.stdout.once("error", fail);
    process.stdout.write(text, (error) => {
      if (error != null) return fail(error);
      process.stdout.off("error", fail);
      resolve();
    });
  });
}
