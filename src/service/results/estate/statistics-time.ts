/** The time that statistics may be about. */
import { AppError } from '../../../errors.ts';
import { DAY_MS } from '../../../units.ts';
import { ESTATE_LIMITS } from './limits.ts';

/** Requires a time that is not empty and not too long. @throws AppError `invalid_time_range` */
export function requireStatisticsTime({ from, to }: { readonly from: Date; readonly to: Date }): void {
  const days = (to.getTime() - from.getTime()) / DAY_MS;
  const { statisticsDaysMax } = ESTATE_LIMITS;
  if (days > 0 && days <= statisticsDaysMax) return;
  throw new AppError(
    'invalid_time_range',
    `to must be after from, and at most ${statisticsDaysMax} days later.`,
    {
      field: 'to',
      limit: String(statisticsDaysMax),
    },
  );
}
