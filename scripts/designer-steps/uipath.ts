/** Steps to fix each finding in UiPath Studio. */
import { designerGuide } from './designer-guide.ts';

const PLACES = {
  property: 'Select the activity in the Designer panel and open its Properties panel.',
  activity: 'Find the activity in the Designer panel, or in the Outline panel by its name.',
  variable:
    'Open the Variables panel (the Variables tab of the Data Manager in newer versions) and select the variable.',
  symbol:
    'Open the Variables or the Arguments panel (tabs of the Data Manager in newer versions) and select the variable or argument.',
  argument:
    'Open the Arguments panel (the Arguments tab of the Data Manager in newer versions) and select the argument.',
  invoke: 'Select the "Invoke Workflow File" activity and open its Properties panel.',
  code: 'Select the activity and open its code: "Edit Code" of "Invoke Code", or the expression editor of a property.',
  project: 'Open the Project panel and choose the Project Settings icon.',
  file: 'Open the project in Studio by its project.json.',
} as const;

export const UIPATH_STUDIO = designerGuide('UiPath Studio', PLACES, {
  'UIP-CFG-001': [
    'property',
    'Enter an argument or a value of the configuration in place of the folder; keep only the name of the file.',
  ],
  'UIP-CFG-004': ['property', 'Enter a variable or argument from the configuration in place of the name.'],
  'UIP-MNT-001': [
    'activity',
    'Select the activities that belong together, right-click them and choose "Extract as Workflow".',
    'Check In, Out and In/Out of the new arguments in the Arguments panel of the new workflow.',
  ],
  'UIP-MNT-005': [
    'variable',
    'Press Delete; or choose Remove Unused > Variables in the Design ribbon to delete all unused ones.',
  ],
  'UIP-MNT-006': [
    'argument',
    'Press Delete.',
    'Open each "Invoke Workflow File" that calls this workflow, choose "Import Arguments" and save.',
  ],
  'UIP-MNT-007': ['activity', 'Choose the title of the activity, and write what it is for.'],
  'UIP-MNT-010': [
    'activity',
    'Right-click the outermost activity, choose Annotations > "Add Annotation", and describe the workflow.',
  ],
  'UIP-MNT-016': [
    'invoke',
    'Drag a "Switch" in front of it, with the present expression and one case for each allowed workflow.',
    'Put an "Invoke Workflow File" with a fixed "Workflow file name" into each case and a "Throw" into Default.',
  ],
  'UIP-NMG-001': ['variable', 'Enter the new name: Studio changes its uses too.'],
  'UIP-NMG-002': ['argument', 'Enter the new name, and change the workflows that invoke this one.'],
  'UIP-NMG-003': ['variable', 'Enter the new name: Studio changes its uses too.'],
  'UIP-NMG-004': [
    'variable',
    'Enter a name that no variable or argument around it has: Studio changes its uses too.',
  ],
  'UIP-NMG-005': ['project', 'Choose Rename in the context menu of the test case.'],
  'UIP-PRF-005': [
    'property',
    'Set the input mode to Simulate or Chromium API; for classic activities check SimulateClick or SimulateType.',
  ],
  'UIP-PRV-001': [
    'property',
    'Open the selector in the Selector Editor, and replace the address by * or by a variable.',
  ],
  'UIP-PRV-004': [
    'property',
    'Enter the reference of the queue item, or the one field that identifies the record, in place of the record.',
  ],
  'UIP-REL-001': [
    'activity',
    'Expand the "Try Catch" and select the exception type under Catches.',
    'Drag "Log Message" and "Rethrow", or the steps that handle the error, into the empty Catch.',
  ],
  'UIP-REL-002': [
    'activity',
    'Expand the "Try Catch" and select the exception type under Catches.',
    'Choose the exception type that may be ignored; or set the level of "Log Message" to Error and drag "Rethrow" behind it.',
  ],
  'UIP-REL-003': [
    'property',
    'Add the caught exception as last argument of the new one; or replace the Throw by "Rethrow".',
  ],
  'UIP-REL-007': [
    'activity',
    'Drag "Check App State" (or "Element Exists" in a Retry Scope) in its place, and indicate what the next step needs.',
    'Delete the Delay.',
  ],
  'UIP-REL-008': ['property', 'Enter a variable or argument from the configuration in TimeoutMS.'],
  'UIP-REL-009': [
    'property',
    'Check which variables the Condition reads, and add an "Assign" for one of them in the Body.',
    'Set "Max Iterations" where the loop has it, or add an "If" with "Break".',
  ],
  'UIP-REL-010': [
    'invoke',
    'Choose the folder icon beside "Workflow file name" and pick the file in the project folder.',
    'If the file is missing from the Project panel, copy it into the project folder and choose Refresh.',
  ],
  'UIP-REL-011': [
    'invoke',
    'Choose "Import Arguments" and accept the changes.',
    'Fill in the Value of each In argument and a variable for each Out argument that you need.',
  ],
  'UIP-REL-013': [
    'activity',
    'Drag the scope that it needs ("Excel Process Scope", "Use Application/Browser" or the like) into the workflow.',
    'Drag the activity into the Do part of that scope.',
  ],
  'UIP-REL-020': [
    'project',
    'Under General switch on "Supports Persistence" and save.',
    'Move the activity into the main workflow, outside of any "No Persist Scope".',
  ],
  'UIP-REL-021': [
    'property',
    'Change "List of items" of the loop to a copy: .ToList() of a list, .Copy().AsEnumerable() of a table.',
  ],
  'UIP-REL-022': [
    'code',
    'Add CultureInfo.InvariantCulture, or the culture that the text is written in, as a further argument.',
    'Add System.Globalization to the imported namespaces of the workflow.',
  ],
  'UIP-REL-023': [
    'activity',
    'Right-click the activity and delete it, or replace it by "Get Asset" or "Create Form Task".',
    'If people start this process, open Project Settings > General instead and switch on the attended setting.',
  ],
  'UIP-REL-024': [
    'activity',
    'Drag it in front of the activity that ends the path, connect it in the flowchart, or delete it.',
    'For a condition that never changes, select the activity and correct Condition in the Properties panel.',
  ],
  'UIP-REL-025': ['activity', 'Replace the activity by a Throw.'],
  'UIP-REL-027': [
    'variable',
    'Change Scope to the "No Persist Scope" that uses the variable; add that scope first if there is none.',
  ],
  'UIP-REL-028': [
    'file',
    'Right-click the workflow that starts the process in the Project panel and choose "Set as Main".',
    'Choose Publish in the Design ribbon, and export the package or the whole project folder again.',
  ],
  'UIP-REL-030': [
    'property',
    'Open the expression and write TotalSeconds, TotalMinutes, TotalHours or TotalMilliseconds.',
  ],
  'UIP-SEC-001': [
    'property',
    'Clear the text of the credential property.',
    'In Orchestrator open Assets > Add asset and create one of type Credential.',
    'Drag "Get Credential" in front of the activity and bind its Password variable to the secure property.',
  ],
  'UIP-SEC-002': [
    'symbol',
    'Clear Default (Default value) of the variable or argument.',
    'In Orchestrator open Assets > Add asset, create one of type Credential, and read it with "Get Credential".',
  ],
  'UIP-SEC-003': [
    'property',
    'Replace the expression that unwraps the SecureString by the SecureString variable itself, in the secure property of the activity.',
  ],
  'UIP-SEC-005': [
    'argument',
    'Delete the argument, and add one of the type String for the name of the asset.',
  ],
  'UIP-SEC-006': [
    'symbol',
    'Choose "Browse for Types" under Variable type (Argument type) and pick System.Security.SecureString.',
    'Bind the variable to Password of "Get Credential" and to the secure property of each activity that uses it.',
  ],
  'UIP-SEC-008': [
    'property',
    'Choose the menu beside "Type this" and switch to "Secure text"; in classic projects replace the activity by "Type Secure Text".',
    'Bind the SecureString that "Get Credential" returns.',
  ],
  'UIP-SEC-009': [
    'property',
    'Note AssetName; in Orchestrator open Assets > Add asset and create one of type Credential with the value.',
    'Replace "Get Asset" by "Get Credential" in Studio, then delete the Text asset in Orchestrator.',
  ],
  'UIP-SEC-011': [
    'property',
    'Switch the certificate check on: clear "Ignore SSL errors" or the like.',
    'Where code switches the check off, choose "Edit Code" and delete that line.',
  ],
  'UIP-SEC-012': [
    'property',
    'Set "Secure connection" to SslOnConnect or StartTls; for "Use FTP Connection" switch on "Use SFTP" or set "FTPS mode".',
    'Set Port to the encrypted port of the server.',
  ],
  'UIP-SEC-013': [
    'property',
    'Make the command or script a fixed text.',
    'Pass each value through Parameters of "Invoke PowerShell", or through the input of the script activity.',
  ],
  'UIP-SEC-014': [
    'code',
    'Delete the call that the finding names, and drag the activity for it into the workflow.',
    'Where no activity exists, move the code to a library project: New > Library in the Home view.',
  ],
  'UIP-SEC-016': [
    'property',
    'Replace each value in the SQL text by a placeholder such as @customerId.',
    'Open the editor of Parameters, and add an entry with name, direction, type and value for each placeholder.',
  ],
  'UIP-SEC-017': [
    'code',
    'Delete the unsafe call, and drag "Deserialize JSON" or "Deserialize XML" into the workflow.',
    'Choose your own type as TypeArgument of the activity.',
  ],
  'UIP-SEC-018': [
    'property',
    'Pick an authenticated algorithm such as AES-GCM, or SHA256 for a hash, under Algorithm.',
    'Where code names the algorithm, choose "Edit Code" and replace the class there.',
  ],
  'UIP-SEC-020': [
    'property',
    'Copy the script into the project folder, where the Project panel shows it.',
    'Replace the path in the property by one relative to the project folder.',
  ],
  'UIP-SEC-021': ['property', 'Enter an approved address or program.'],
  'UIP-SEC-022': [
    'project',
    'Open Data/Config.xlsx in Excel, delete the value from the cell that the finding names, and write the name of an asset on the sheet "Assets".',
    'In Orchestrator open Assets > Add asset and create one of type Credential or Secret.',
    'Change the secret, as it was in a file.',
  ],
  'UIP-SUP-001': [
    'project',
    'Choose Manage Packages > Project Dependencies, set "Runtime Rule" of the package to Strict, and save.',
  ],
  'UIP-SUP-003': ['project', 'Choose Manage Packages, uninstall the package, and install an allowed one.'],
  'UIP-SUP-005': [
    'file',
    'Right-click the project in the Project panel and choose "Convert to Windows".',
    'Choose Manage Packages, update the packages, and correct what the Error List panel shows.',
  ],
  'UIP-SUP-007': [
    'file',
    'Close Studio, set "mustRestoreAllDependencies" in project.json to true, and open the project again.',
  ],
  'UIP-SUP-008': ['activity', 'Replace the activity by an allowed one.'],
  'XPL-CMP-001': [
    'activity',
    'Move the activities of one duty to a project of their own, which runs with credentials of its own.',
  ],
  'XPL-CMP-002': [
    'activity',
    'Choose Annotations > Add Annotation on the outermost activity, with a line such as "Owner: Payments team" for each missing fact.',
  ],
  'XPL-CMP-003': ['property', 'Remove the value, or change the data class in the annotation.'],
  'XPL-ENG-001': [
    'file',
    'Open the workflow and correct what the Error List panel shows.',
    'Save the workflow, and publish or export the project again.',
  ],
  'XPL-ENG-002': [
    'file',
    'Open the workflow that the finding names, correct what the Error List panel shows, and save it.',
  ],
  'XPL-ENG-005': [
    'activity',
    'Fix what is listed and validate again.',
    'To split the workflow, select activities, right-click and choose "Extract as Workflow".',
  ],
  'XPL-ENG-008': [
    'activity',
    'Fix the findings that the condition counts, the most severe first, and validate again.',
  ],
  'XPL-ENG-009': [
    'activity',
    'Right-click it and choose Annotations > Delete Annotation or Edit Annotation; delete a "Comment" activity.',
  ],
  'XPL-ENG-010': [
    'activity',
    'Right-click it, choose Annotations > Edit Annotation, and correct or delete the note; edit the text of a "Comment" activity.',
  ],
  'XPL-ENG-011': [
    'file',
    'Review the files that the finding names by hand: Flowarden does not analyse them.',
  ],
  'XPL-ENG-012': ['file', 'Send the whole project, with the workflows (.xaml) beside project.json.'],
  'XPL-MNT-002': [
    'activity',
    'Select the activities of one decision, right-click them and choose "Extract as Workflow".',
  ],
  'XPL-PRV-001': [
    'property',
    'Bind the property to a value from Config or an asset, with an address of the organisation.',
  ],
  'XPL-PRV-004': [
    'property',
    'Replace the value in the property that the finding names, or in Default of the variable in the Variables panel.',
    'To read it at run time, add "Get Asset", or a queue item, and bind its output.',
  ],
  'XPL-REL-001': [
    'invoke',
    'Delete the invoke that closes the circle, and put a loop into the workflow that calls first.',
    'Or add an In argument for the depth in the Arguments panel, and test it in an "If" before the invoke.',
  ],
  'XPL-REL-003': [
    'property',
    'Add a WHERE clause with a placeholder to the SQL text.',
    'Open the editor of Parameters, and add the value of the placeholder.',
  ],
  'XPL-REL-007': [
    'code',
    'Delete "On Error Resume Next", and put the statements that may fail into Try and Catch.',
  ],
  'XPL-REL-008': [
    'activity',
    'Choose "Indicate target" and click the element in the application; or delete the activity.',
  ],
  'XPL-REL-009': [
    'activity',
    'Set the flag to False in the Assign of the Catch, and log the error with "Log Message".',
    'Add an Assign with True behind the last activity of Try.',
  ],
  'XPL-REL-010': [
    'property',
    'Compare the value that the step is about in Condition, or delete the step if it is left over from a test.',
  ],
  'XPL-REL-011': [
    'activity',
    'Choose "Add new catch" in the Try Catch, pick the exception type, and log the exception with "Log Message".',
    'Or drag the activities out of Try, and delete the Try Catch.',
  ],
  'XPL-REL-012': ['property', 'Put the value that was meant in place of one of the two, or delete one.'],
  'XPL-SEC-001': [
    'property',
    'Clear the value in the property that the finding names, or Default of the variable in the Variables panel.',
    'In Orchestrator open Assets > Add asset, create one of type Credential, and read it with "Get Credential".',
  ],
  'XPL-SEC-002': [
    'property',
    'Look at the value in the property, or at Default of the variable in the Variables panel.',
    'If it is a secret, clear it and read an Orchestrator asset of type Credential with "Get Credential".',
  ],
  'XPL-SEC-003': [
    'property',
    'Clear the key in the property that the finding names, or in Default of the variable in the Variables panel.',
    'Install the key in the Windows certificate store of the robot machine, and refer to it by thumbprint.',
  ],
  'XPL-SEC-004': [
    'property',
    'Change the address to its encrypted form, in the property or in Default of the variable in the Variables panel.',
  ],
  'XPL-SEC-019': ['property', 'Delete the whole name, address or text, and type it by hand.'],
  'XPL-SEC-020': [
    'code',
    'Cut the encoded text, and keep it for whoever investigates.',
    'Put readable code or a reviewed activity in its place.',
  ],
  'XPL-SEC-023': [
    'activity',
    'Right-click the activity and delete it; in code or a script, delete the command.',
  ],
});
