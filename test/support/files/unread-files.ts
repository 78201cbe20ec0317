/** Files of UiPath that are known and that no reader takes. */

/** A piece of a workflow that Studio has not saved as one. */
export const UNREAD_XAML = {
  name: 'Post.xaml',
  content:
    '<Sequence xmlns="http://schemas.microsoft.com/netfx/2009/xaml/activities" xmlns:ui="http://schemas.uipath.com/workflow/activities" />',
};

/** A workbook of configuration in a format that is not read. */
export const UNREAD_WORKBOOK = { name: 'Data/Config.xls', content: 'PK is no zip' };
