/** Types of .NET whose values hold no text: numbers, dates, truth values and GUIDs, as casts name them. */
export const HARMLESS_CAST =
  /^(?:System\.)?(?:s?byte|u?int(?:16|32|64)?|u?(?:short|long|integer)|single|float|double|decimal|bool(?:ean)?|date(?:time)?|timespan|guid)\??$/i;

/** Types of symbols whose values hold no text. */
export const HARMLESS_TYPE =
  /^(?:u?int(?:eger|16|32|64)?|u?long|short|byte|single|float|double|decimal|number|bool(?:ean)?|flag|date(?:time)?|time(?:span)?|guid)\??$/i;
