/** Workflows of a file that may be damaged, for its picture. */
import type { Workflow } from '../../analysis/model/workflow.ts';
import type { InputFile } from '../../analysis/platforms/input-file.ts';
import { readWorkflows } from '../../analysis/platforms/read-workflows.ts';
import { AppError } from '../../errors.ts';

/** Reads the workflows of a file; none of a file that holds none, or that is damaged. */
export async function readableWorkflows(
  open: () => InputFile | Promise<InputFile>,
): Promise<readonly Workflow[]> {
  try {
    return readWorkflows(await open()).workflows;
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}
