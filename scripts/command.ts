/** Runs a command on the words of its line: what it says at its end, or in one sentence why it could not, and the exit code of that. */
export async function runCommand(run: (words: string[]) => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await run(process.argv.slice(2))}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

/** Called by the program, a command ends when that does, however it does. */
export function endWithParent(): void {
  if (process.channel === undefined) return;
  process.once('disconnect', () => process.exit(1));
  process.channel.unref();
}
