/** Steps to fix each finding in Blue Prism's Process Studio and Object Studio. */
import { designerGuide } from './designer-guide.ts';

const PLACES = {
  stage:
    'Open the page in Process Studio or Object Studio, and double-click the stage to open its properties.',
  item: 'Open the page in Process Studio or Object Studio, and double-click the data item to open its properties.',
  page: 'Open the page in Process Studio or Object Studio.',
  code: 'Open the object in Object Studio and double-click the Code stage; for global code, double-click the information box of the Initialise page and open its "Global Code" tab.',
  environment: 'Open System > Objects > Environment Variables.',
  credential: 'Open System > Security > Credentials.',
  service: 'Open System > Objects > Web API Services.',
  studio: 'Open the process or object in Studio.',
} as const;

export const BLUE_PRISM_STUDIO = designerGuide('Blue Prism Process Studio and Object Studio', PLACES, {
  'BPR-CFG-001': [
    'item',
    'Clear "Initial Value" and set Exposure to Environment.',
    'Open System > Objects > Environment Variables, and add the variable of the same name with the value of this environment.',
  ],
  'BPR-MNT-002': [
    'item',
    'Close the properties, right-click the data item and choose "Find References".',
    'If nothing refers to it, delete it.',
  ],
  'BPR-NMG-001': ['stage', 'Open the properties of the process, object or page, and enter the new name.'],
  'BPR-OBS-001': [
    'stage',
    'Set "Stage logging" to Enabled, or to Errors Only.',
    'Do the same for all stages of a process at once: select them, and choose Logging in the Edit menu.',
  ],
  'BPR-REL-001': [
    'page',
    'Draw a Block around the stages that can fail, and put a Recover stage inside it.',
    'Link Recover to the stages that handle the error, then to a Resume stage or an Exception stage.',
  ],
  'BPR-REL-002': [
    'page',
    'Put a Calculation stage between Recover and Resume that stores ExceptionDetail() in a data item.',
    'Link it to the stage that logs the error or marks the queue item, or replace Resume by an Exception stage.',
  ],
  'BPR-REL-003': [
    'page',
    'Drag a Resume stage from the toolbar and link it behind the stages that follow Recover.',
    'Or end the path in an Exception stage.',
  ],
  'BPR-REL-005': [
    'stage',
    'Add a condition to the Wait stage: choose the element that the next stage needs, and "Check Exists".',
    'Link the condition to the next stage, and the Time Out stage to an Exception stage.',
  ],
  'BPR-REL-006': [
    'page',
    'Drag an Exception stage from the toolbar, set its type to System Exception, and name the element in its detail.',
    'Link the Time Out stage to it.',
  ],
  'BPR-REL-008': [
    'page',
    'Add a data item of type Number for the tries, and a Calculation stage behind Recover that adds 1.',
    'Link a Decision stage to it, and lead its way out at the limit to an Exception stage.',
  ],
  'BPR-REL-009': [
    'page',
    'Choose "Check For Errors", and double-click the entry of the stage to go to it.',
    'Draw a link with the Link tool from the stage to the next one, or to an End stage.',
  ],
  'BPR-REL-010': [
    'page',
    'Draw a link to the stage with the Link tool, or delete the stage and those behind it.',
  ],
  'BPR-REL-011': [
    'stage',
    'Choose the Business Object and Action, the page or the process again.',
    'If it is not in the list, add it to the package in the Releases tab, and make a new release.',
  ],
  'BPR-REL-012': [
    'stage',
    'Open the Inputs tab and fill in the Value of each input.',
    'Open the Outputs tab and choose under "Store In" where each output goes.',
  ],
  'BPR-REL-013': [
    'page',
    'Add an Action stage with the object "Work Queues" and the action "Mark Completed" at the end of the work.',
    'Add one with "Mark Exception" behind Recover, and pass ExceptionDetail() as Exception Reason.',
  ],
  'BPR-REL-014': [
    'page',
    'Add an Action stage with the object "Environment Locking" and the action "Release Lock" behind the guarded stages.',
    'Add the same behind the Recover stage of their Block.',
  ],
  'BPR-REL-023': [
    'stage',
    'Store "Success" and "Message" in data items on the tab Outputs.',
    'Link a Decision stage with [Success] behind it, and on its No an Exception stage with [Message] as detail.',
  ],
  'BPR-SEC-001': [
    'item',
    'Clear "Initial Value" and set "Data Type" to Password.',
    'Open System > Security > Credentials, create the credential, and read it with the action "Get" of the object Credentials.',
  ],
  'BPR-SEC-002': [
    'item',
    'Clear "Initial Value".',
    'Add an Action stage with the object Credentials and the action "Get", and store its Password output in the data item.',
  ],
  'BPR-SEC-003': [
    'item',
    'Set "Data Type" to Password.',
    'Do the same in the Start and End stages that pass the value: double-click each and change the parameter.',
  ],
  'BPR-SEC-004': [
    'stage',
    'Open the Outputs tab of "Get" and see which data item stores Password.',
    'Double-click that data item and set "Data Type" to Password.',
  ],
  'BPR-SEC-005': [
    'environment',
    'Delete the value of the variable.',
    'Open System > Security > Credentials, create a credential with it, and read it with the action "Get" of the object Credentials.',
  ],
  'BPR-SEC-006': [
    'credential',
    'Open the credential, go to its "Access Rights" tab, and select the roles, processes and resources that need it.',
  ],
  'BPR-SEC-007': [
    'code',
    'Delete the call that the finding names.',
    'Add an Action stage that does the same with a standard object, such as "Utility - Environment".',
  ],
  'BPR-SEC-008': [
    'stage',
    'Replace each value in the SQL text by a parameter such as @customer.',
    'In the Code stage add the values with Parameters.AddWithValue; of a database action use its parameters input.',
  ],
  'BPR-SEC-009': [
    'stage',
    'Open the Inputs tab, and make the program and the form of its arguments fixed text.',
    'Put a Decision stage in front that allows only known values of the data item.',
  ],
  'BPR-SEC-010': ['code', 'Delete the line that weakens TLS, and choose "Check Code".'],
  'BPR-SEC-011': [
    'service',
    'Open the Web API, go to "Common Authentication", and choose a type and a credential.',
  ],
  'BPR-SEC-012': [
    'stage',
    'Set "Stage logging" to Disabled or Errors Only.',
    'Double-click the data item that holds the secret, and set "Data Type" to Password.',
  ],
  'BPR-SEC-013': [
    'stage',
    'Put a data item of type Password in place of the text in the Value column or input.',
    'Fill that data item with the action "Get" of the object Credentials.',
  ],
  'BPR-SEC-016': [
    'item',
    'Set Exposure to None and "Data Type" to Password.',
    'Fill the data item with the action "Get" of the object Credentials.',
  ],
  'BPR-SEC-018': ['code', 'Replace the unsafe reader or formatter, and choose "Check Code".'],
  'XPL-CMP-001': [
    'page',
    'Move the stages of one duty to a process of their own, which runs under another account.',
  ],
  'XPL-CMP-002': [
    'page',
    'Add a line such as "Owner: Payments team" for each missing fact to the description of the information box.',
  ],
  'XPL-CMP-003': ['item', 'Clear the value, or change the data class in the information box of the page.'],
  'XPL-ENG-001': [
    'studio',
    'Choose "Check For Errors", correct what it lists, and save.',
    'Export it again: File > Export, or a new release in the Releases tab.',
  ],
  'XPL-ENG-002': [
    'studio',
    'Open the page that the finding names, correct the stage, and save.',
    'Export it again: File > Export, or a new release in the Releases tab.',
  ],
  'XPL-ENG-005': [
    'studio',
    'Fix what is listed and validate again.',
    'To split the process, select stages, cut them and paste them onto a new page.',
  ],
  'XPL-ENG-006': [
    'studio',
    'To change what it does, choose File > Save As and edit the copy under a name of your own.',
  ],
  'XPL-ENG-007': [
    'studio',
    'To keep your changes, choose File > Save As and give the object a name of your own.',
    'To drop them, import the object of your Blue Prism version: File > Import.',
  ],
  'XPL-ENG-008': [
    'studio',
    'Fix the findings that the condition counts, the most severe first, and validate again.',
  ],
  'XPL-ENG-009': [
    'stage',
    'Delete the Note stage, or the note from the Description of the stage, page or data item.',
  ],
  'XPL-ENG-010': [
    'stage',
    'Correct or delete the note in the Note stage, or in the Description of the stage, page or data item.',
  ],
  'XPL-ENG-011': [
    'studio',
    'Review the files that the finding names by hand: Flowarden does not analyse them.',
  ],
  'XPL-ENG-012': ['studio', 'Choose File > Export with the processes and objects, and send that release.'],
  'XPL-MNT-002': [
    'page',
    'Select the stages of one decision, cut them, and paste them onto a new page.',
    'Put a Page stage for the new page in their place.',
  ],
  'XPL-PRV-001': ['stage', 'Replace the address by a data item whose exposure is Environment.'],
  'XPL-PRV-004': [
    'item',
    'Replace "Initial Value" by a made-up value, or clear it; in a stage, replace the value in its properties.',
  ],
  'XPL-REL-001': [
    'page',
    'Delete the stage that calls the first page, process or object again, and link the stages to a loop instead.',
    'Or add a number input for the depth to the Start stage, and test it in a Decision stage before the call.',
  ],
  'XPL-REL-003': [
    'stage',
    'Add a WHERE clause with a parameter to the SQL text.',
    'Fill in the parameter on the Inputs tab, or in the Code stage.',
  ],
  'XPL-REL-007': [
    'code',
    'Delete "On Error Resume Next", and put the statements that may fail into Try and Catch.',
  ],
  'XPL-REL-008': [
    'stage',
    'Drag the element from the Application Explorer onto the row without one; or delete the row.',
  ],
  'XPL-REL-010': [
    'stage',
    'Compare the data item that the stage is about, or delete the stage if it is left over from a test.',
  ],
  'XPL-REL-012': ['stage', 'Open the stage and put the data item that was meant in place of one of the two.'],
  'XPL-SEC-001': [
    'item',
    'Clear "Initial Value"; in a stage, clear the value in its properties.',
    'Open System > Security > Credentials, create the credential, and read it with the action "Get" of the object Credentials.',
  ],
  'XPL-SEC-002': [
    'item',
    'Look at "Initial Value", or at the value in the properties of the stage.',
    'If it is a secret, clear it and read a credential with the action "Get" of the object Credentials.',
  ],
  'XPL-SEC-003': [
    'item',
    'Clear "Initial Value"; in a stage, clear the value in its properties.',
    'Install the key in the Windows certificate store of the runtime resource, and refer to it by thumbprint.',
  ],
  'XPL-SEC-004': [
    'item',
    'Change the address to its encrypted form under "Initial Value", or in the properties of the stage.',
    'If Exposure is Environment, change it in System > Objects > Environment Variables.',
  ],
  'XPL-SEC-019': ['stage', 'Delete the whole name, address or text, and type it by hand.'],
  'XPL-SEC-020': [
    'code',
    'Cut the encoded text, and keep it for whoever investigates.',
    'Put readable code or an action of a reviewed object in its place.',
  ],
  'XPL-SEC-023': [
    'page',
    'Delete the stage that removes the logs or the history; in a Code stage, delete the command.',
  ],
});
