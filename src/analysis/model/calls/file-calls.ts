/** Activities that name a workflow by its file, and not a process that a server has published. */
export const FILE_CALLS =
  /^(?:InvokeWorkflowFile|InvokeWorkflowInteractive|LaunchWorkflowInteractive|ExecuteTestCase|RunWorkflow)$/;
