/** Score of a file or project: the number, a ring, and its change. */

/** Scores below this are bad: a critical finding caps a score there. */
const BAD_BELOW = 50;
/** Scores below this are middling: a high finding caps a score there. */
const GOOD_FROM = 80;
const RADIUS = 7;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;

interface ScoreProps {
  /** 1 to 100; null where there is none. */
  readonly score: number | null;
  /** Difference to the previous run; null without one. */
  readonly change?: number | null;
  readonly large?: boolean;
}

/** Shows a score. */
export function Score({ score, change = null, large = false }: ScoreProps) {
  if (score === null) return <span class="soft">–</span>;
  const level = score < BAD_BELOW ? 'bad' : score < GOOD_FROM ? 'middling' : 'good';
  const size = large ? 36 : 18;
  return (
    <span class={`score score--${level}${large ? ' score--large' : ''}`}>
      <svg width={size} height={size} viewBox="0 0 18 18" aria-hidden="true" focusable="false">
        <circle class="score-track" cx="9" cy="9" r={RADIUS} stroke-width="2.500" />
        <circle
          class="score-value"
          cx="9"
          cy="9"
          r={RADIUS}
          stroke-width="2.500"
          stroke-dasharray={`${(CIRCUMFERENCE * score) / 100} ${CIRCUMFERENCE}`}
          transform="rotate(-90 9 9)"
        />
      </svg>
      <span>
        <span class="visually-hidden">Score </span>
        {score}
      </span>
      {change !== null && change !== 0 && <ScoreChange change={change} />}
    </span>
  );
}

function ScoreChange({ change }: { readonly change: number }) {
  const isUp = change > 0;
  return (
    <span class={`change change--${isUp ? 'up' : 'down'}`}>
      <span aria-hidden="true">
        {isUp ? '▲' : '▼'}
        {Math.abs(change)}
      </span>
      <span class="visually-hidden">
        , {isUp ? 'up' : 'down'} {Math.abs(change)}
      </span>
    </span>
  );
}
