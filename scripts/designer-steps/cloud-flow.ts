/** Steps to fix each finding in the cloud flow designer of Power Automate. */
import { designerGuide } from './designer-guide.ts';

const PLACES = {
  action: 'Open the flow in edit mode and select the action; its panel opens on the Parameters tab.',
  settings: 'Open the flow in edit mode, select the action, and open the Settings tab of its panel.',
  trigger: 'Open the flow in edit mode and select the trigger; its panel opens on the Parameters tab.',
  expression:
    'Open the flow in edit mode and select the action; its Code view tab shows the expression as it is stored.',
  flow: 'Open the flow in edit mode.',
  details: 'Open the details page of the flow.',
  solution: 'Open the solution under Solutions in Power Automate.',
  variable: 'Open the solution under Solutions in Power Automate, and choose "Environment variables".',
} as const;

export const CLOUD_FLOW_DESIGNER = designerGuide('Power Automate (cloud flows)', PLACES, {
  'PAF-CFG-002': [
    'action',
    'Enter the address of a group, or choose an environment variable under Dynamic content > Parameters.',
  ],
  'PAF-CFG-003': ['solution', 'Choose Add existing > Automation > Cloud flow, and pick the flow.'],
  'PAF-CFG-004': ['solution', 'Choose "Export solution", and select Managed.'],
  'PAF-CMP-001': [
    'action',
    'Replace "Assigned to" by the output of "Get manager (V2)", or by a role or group without the requester.',
  ],
  'PAF-CMP-002': [
    'action',
    'Choose + behind the approval and add a Condition that compares Outcome with Approve.',
    'Drag the actions that follow into its True branch.',
  ],
  'PAF-CMP-003': [
    'action',
    'Choose + in front of it and add "Start and wait for an approval".',
    'In "Run after" of the action, leave only "Is successful" selected for the approval.',
  ],
  'PAF-CMP-004': ['action', 'Change "contains" to "is equal to", and enter the whole answer.'],
  'PAF-MNT-001': [
    'flow',
    'Copy a part that belongs together into a new flow with the trigger "Manually trigger a flow", in the same solution.',
    'Replace the part by "Run a Child Flow".',
  ],
  'PAF-MNT-003': [
    'action',
    'Delete the "Initialize variable" action, and the actions that set the variable.',
  ],
  'PAF-MNT-004': ['action', 'Delete the action, or insert its output where it was meant to be used.'],
  'PAF-MNT-005': ['action', 'Choose the title of the panel, and write what the action is for.'],
  'PAF-MNT-011': [
    'action',
    'Add its successor behind it, and move the settings over.',
    'Replace its outputs in the following actions by those of the successor, and delete it.',
  ],
  'PAF-NMG-001': [
    'action',
    'Enter the new name in "Initialize variable", and select the variable again where it is used.',
  ],
  'PAF-NMG-002': [
    'solution',
    'Rename the flow; add a connection reference or variable again under a publisher with the right prefix.',
  ],
  'PAF-OBS-001': [
    'action',
    'Add "Send an email (V2)" or "Post message in a chat or channel", with the link of the run.',
    'Add Terminate with the status Failed behind it.',
  ],
  'PAF-OBS-002': [
    'action',
    "Insert the expression workflow()?['run']?['name'] into the text of the message.",
  ],
  'PAF-PRF-002': [
    'action',
    'Add "Filter array" or Select in place of the inner "Apply to each".',
    'Delete the inner loop.',
  ],
  'PAF-PRF-004': [
    'action',
    'Under "Show all", enter the condition as Filter Query, and the columns that the flow uses under "Select columns".',
  ],
  'PAF-PRV-001': [
    'settings',
    'Switch on Secure Inputs and Secure Outputs.',
    'Do the same for the actions before it that read the same data.',
  ],
  'PAF-PRV-003': [
    'action',
    'Change the recipient, or delete the action.',
    'To limit it, choose + before the action and add a Condition on sender, subject or label.',
  ],
  'PAF-PRV-004': ['action', 'Under "Show all", enter the columns that the flow uses under "Select columns".'],
  'PAF-PRV-005': [
    'action',
    'Delete the output in the text, and insert the few columns under Dynamic content.',
  ],
  'PAF-PRV-006': [
    'action',
    'Replace it by the same action of Office 365 Outlook, OneDrive for Business, SharePoint or Teams.',
  ],
  'PAF-REL-001': [
    'flow',
    'Add two Scope controls, "Try" and "Catch", and drag the actions into Try.',
    'Select Catch, open Settings > Run after, and choose "has failed" and "has timed out" of Try.',
    'Add a message and Terminate with the status Failed to Catch.',
  ],
  'PAF-REL-002': ['action', 'Add Terminate with the status Failed at the end of the branch.'],
  'PAF-REL-006': [
    'action',
    'Add "Set variable" to the loop for the variable of the condition, or let the condition read the output of an action in the loop.',
  ],
  'PAF-REL-007': [
    'trigger',
    'Fill in "Select columns" or "Filter rows", where the trigger has them.',
    'Otherwise open the Settings tab and add a condition under "Trigger conditions".',
  ],
  'PAF-REL-008': [
    'expression',
    'Go back to Parameters, delete the token, and insert the value from the dynamic content list.',
    'If an action comes too late, drag it up, or correct Settings > Run after.',
  ],
  'PAF-REL-009': [
    'settings',
    'Select the loop instead of the action, and switch off "Concurrency control" in its Settings tab.',
    'Or add a Compose in the loop in place of "Set variable".',
  ],
  'PAF-REL-010': ['settings', 'Switch on Pagination, and enter a threshold above the number of rows.'],
  'PAF-REL-011': [
    'expression',
    'Write ?[ in place of [, and wrap the expression in coalesce() with a default.',
  ],
  'PAF-REL-012': [
    'flow',
    'Choose + behind the last Condition, and add "Respond to a Power App or flow" (Response for an HTTP trigger).',
    'Open its Settings > Run after, and choose also "has failed" where the caller must get an answer.',
  ],
  'PAF-REL-013': [
    'settings',
    'Correct "Run after", or drag the action in front of the Terminate.',
    'For a condition, open Parameters and insert the value from the dynamic content list in place of the fixed text.',
  ],
  'PAF-REL-015': [
    'flow',
    'Create an instant flow in the same solution with the part that belongs together.',
    'Add "Run a Child Flow" in its place here.',
  ],
  'PAF-REL-016': ['settings', 'Add the condition under "Trigger conditions".'],
  'PAF-REL-019': [
    'settings',
    'Enter a duration such as P7D under "Action timeout".',
    'Add an action behind it, and select only "Has timed out" in its "Run after".',
  ],
  'PAF-REL-020': [
    'solution',
    'Choose Add existing and pick the flow, connection reference or environment variable.',
    'Or select the flow, choose Advanced > Add required objects, and export the solution again.',
  ],
  'PAF-REL-023': [
    'action',
    'Select the next action and leave only "Is successful" selected in its "Run after".',
    'Add an action beside it that runs when the call "has failed" or "has timed out".',
  ],
  'PAF-REL-024': [
    'action',
    'Delete the text in the field, and insert the value under Dynamic content or Expression.',
  ],
  'PAF-SEC-001': [
    'action',
    'Open Advanced parameters > Authentication and delete the text.',
    'Add "Azure Key Vault - Get secret" before the action, and insert its output.',
    'Open Settings of both actions and switch on "Secure outputs" and "Secure inputs".',
  ],
  'PAF-SEC-002': [
    'action',
    'Delete the key from Headers, Queries or URI.',
    'Insert the output of "Azure Key Vault - Get secret", and switch on "Secure inputs" in Settings.',
  ],
  'PAF-SEC-003': [
    'action',
    'Delete the value.',
    'In the solution choose New > More > Environment variable with the data type Secret, and read it where it is needed.',
  ],
  'PAF-SEC-004': ['settings', 'Under Security switch on "Secure outputs".'],
  'PAF-SEC-005': ['settings', 'Under Security switch on "Secure inputs".'],
  'PAF-SEC-006': [
    'action',
    'Delete it, and insert the output of the secured action where the variable was used.',
    'If it must be a Compose, open Settings and switch on "Secure inputs".',
  ],
  'PAF-SEC-007': [
    'trigger',
    'Set "Who can trigger the flow?" to "Any user in my tenant" or "Specific users in my tenant".',
  ],
  'PAF-SEC-008': [
    'trigger',
    'Choose "Use sample payload to generate schema", and list the members that must be there under "required".',
    'On the Settings tab, switch on "Schema validation".',
  ],
  'PAF-SEC-009': [
    'action',
    'Replace each token in Query by a name such as @customer.',
    'Open Advanced parameters, declare the name in formalParameters, and insert the value in actualParameters.',
  ],
  'PAF-SEC-012': [
    'action',
    'Type the host as fixed text in URI, or insert an environment variable of the solution.',
    'Where several hosts are needed, add a Switch with one action for each.',
  ],
  'PAF-SEC-014': [
    'details',
    'Under "Run only users" choose Edit.',
    'Choose "Provided by run-only user" for each connection, and save.',
  ],
  'PAF-SEC-016': [
    'action',
    'Delete the action, and add one of a connector that the data policy allows.',
    'Remove the connection reference from the solution if nothing else uses it.',
  ],
  'PAF-SEC-017': [
    'flow',
    'Move the actions of one group of connectors to a flow of their own.',
    'Start it from this flow with "Run a Child Flow", and pass only what it needs.',
  ],
  'PAF-SEC-018': ['action', 'Change "URI" to an address of an allowed host.'],
  'PAF-SEC-020': ['action', 'Set "Link scope" to "People in your organization" and fill in the expiry date.'],
  'PAF-SEC-021': [
    'action',
    'Choose + before it and add "Start and wait for an approval", followed by a Condition on Outcome.',
    'Choose "Change connection" in the panel and sign in with an account that holds only the role it needs.',
  ],
  'PAF-SEC-023': [
    'action',
    'Open the Testing tab (Static result), switch off "Enable static result" and save.',
  ],
  'PAF-SEC-024': [
    'variable',
    'Choose New > More > Environment variable with the data type Secret, and pick the Key Vault secret.',
    'Use it in the flows, then delete the variable of type Text.',
  ],
  'PAF-SEC-025': [
    'variable',
    'Open the variable, and under Current value choose "Remove from this solution".',
    'Export the solution again.',
  ],
  'PAF-SEC-026': ['action', 'Choose an authentication type under Advanced parameters > Authentication.'],
  'PAF-SEC-027': [
    'action',
    'Choose + before it and add "Start and wait for an approval", or a Condition on sender or caller.',
    'Add Terminate to the branch of everybody else.',
  ],
  'PAF-SEC-028': [
    'solution',
    'Open the custom connector or the deployment settings, delete the value, and enter it at deployment or in an environment variable of type Secret.',
    'Change the secret, as it was in a file.',
  ],
  'XPL-CMP-001': [
    'flow',
    'Move the actions of one duty to a flow of their own, with connections of another account.',
  ],
  'XPL-CMP-002': [
    'trigger',
    'Choose "Add a note" in its menu, with a line such as "Owner: Payments team" for each missing fact.',
  ],
  'XPL-CMP-003': ['action', 'Remove the value, or change the data class in the note of the trigger.'],
  'XPL-ENG-001': [
    'flow',
    'Choose "Flow checker", correct what it shows, and save.',
    'Export the flow or the solution again.',
  ],
  'XPL-ENG-002': [
    'flow',
    'Choose "Flow checker", correct what it shows, and save.',
    'Export the flow or the solution again.',
  ],
  'XPL-ENG-005': [
    'flow',
    'Fix what is listed and validate again.',
    'To split the flow, create a child flow in the same solution and add "Run a Child Flow".',
  ],
  'XPL-ENG-008': [
    'flow',
    'Fix the findings that the condition counts, the most severe first, and validate again.',
  ],
  'XPL-ENG-009': [
    'action',
    'Open the menu of the action, choose "Edit description" or its Note, and delete the note.',
  ],
  'XPL-ENG-010': [
    'action',
    'Open the menu of the action, choose "Edit description" or its Note, and correct or delete the note.',
  ],
  'XPL-ENG-011': [
    'solution',
    'Review the components that the finding names by hand: Flowarden does not analyse them.',
  ],
  'XPL-ENG-012': ['solution', 'Choose "Export solution" with the cloud flows in it, and send that file.'],
  'XPL-MNT-002': [
    'flow',
    'Move the actions of one decision into a child flow of the same solution, and add "Run a Child Flow".',
  ],
  'XPL-PRV-001': ['action', 'Replace the address by that of a group, or by an environment variable.'],
  'XPL-PRV-004': ['action', 'Replace the value in the field, or insert it from the dynamic content list.'],
  'XPL-REL-001': [
    'action',
    'Delete the "Run a Child Flow" that closes the circle, and add "Do until" to the flow that calls first.',
    'Or add a number input for the depth to the trigger, and test it in a Condition.',
  ],
  'XPL-REL-003': [
    'action',
    'Add a WHERE clause to Query, or fill in the filter field.',
    'Choose + before it and add a Condition that the value is not empty.',
  ],
  'XPL-REL-007': [
    'action',
    'Delete "On Error Resume Next" in the script that the action passes on, or compare Err.Number with 0 behind each statement.',
  ],
  'XPL-REL-009': [
    'action',
    'Enter false as the value, and add an action that reports the error.',
    'Set the variable to true behind the last action of the guarded scope.',
  ],
  'XPL-REL-012': ['action', 'Put the value that was meant in place of one of the two, or delete one.'],
  'XPL-SEC-001': [
    'action',
    'Delete the value from the field.',
    'In the solution choose New > More > Environment variable with the data type Secret; or add "Azure Key Vault - Get secret" and insert its output.',
  ],
  'XPL-SEC-002': [
    'action',
    'Look at the value in the field, or in the Code view tab.',
    'If it is a secret, delete it and insert the output of "Azure Key Vault - Get secret".',
  ],
  'XPL-SEC-003': [
    'action',
    'Delete the key from the field.',
    'Add the key or certificate to Azure Key Vault, and insert the output of "Azure Key Vault - Get secret".',
  ],
  'XPL-SEC-004': [
    'action',
    'Change the address to https, or to the encrypted form of its protocol.',
    'If it comes from an environment variable, change it under Solutions > Environment variables.',
  ],
  'XPL-SEC-019': ['action', 'Delete the whole name, address or text, and type it by hand.'],
  'XPL-SEC-020': [
    'action',
    'Cut the encoded text, and keep it for whoever investigates.',
    'Put readable expressions or a reviewed connector action in its place.',
  ],
  'XPL-SEC-023': ['action', 'Choose the menu of the action and delete it.'],
});
