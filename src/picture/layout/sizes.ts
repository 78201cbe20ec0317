/** Sizes of boxes and gaps, in pixels. */
export const SIZES = {
  stepWidth: 268,
  stepHeight: 46,
  /** Head of an open container. */
  headHeight: 40,
  /** Between the border of a container and what is in it. */
  padding: 14,
  /** Between steps one after the other. */
  gap: 18,
  /** Between steps side by side. */
  sideGap: 22,
  /** Head of a part of a container. */
  slotHeight: 22,
  /** Steps of a chart. */
  chartWidth: 184,
  chartHeight: 46,
  chartGap: 24,
  dot: 10,
  /** From the left border of a step to the line that leads to it. */
  spine: 24,
  /** Around the whole picture. */
  margin: 24,
  fontSize: 13,
  smallFontSize: 11,
} as const;
