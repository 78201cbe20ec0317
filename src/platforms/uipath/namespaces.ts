/** XML namespaces of WF4 documents. Prefixes differ from file to file, so only these names count. */

/** Activities of Windows Workflow Foundation 4, and the root. */
export const WF = 'http://schemas.microsoft.com/netfx/2009/xaml/activities';
/** The XAML language: `x:Members`, `x:Reference`, `x:TypeArguments`. */
export const XAML = 'http://schemas.microsoft.com/winfx/2006/xaml';
/** Designer data: view state and hint sizes. */
export const DESIGNER = 'http://schemas.microsoft.com/netfx/2009/xaml/activities/presentation';
/** Designer data since 2010: annotations, IdRef, the expression editor. */
export const DESIGNER_2010 = 'http://schemas.microsoft.com/netfx/2010/xaml/activities/presentation';
/** Debugger symbols. */
export const DEBUGGER = 'http://schemas.microsoft.com/netfx/2010/xaml/activities/debugger';
