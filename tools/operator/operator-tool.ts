/** Runs an operator's tool: an error is printed as one line, with exit code 1. */
export async function runTool(tool: () => Promise<void>): Promise<void> {
  try {
    await tool();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
