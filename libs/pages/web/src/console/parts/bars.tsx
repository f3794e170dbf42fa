export interface Bar {
  name: string;
  value: number;
  /** The value as it is read. */
  text: string;
}

interface BarsProps {
  title: string;
  of: Bar[];
  /** The text of a value on the axis. */
  axis: (value: number) => string;
}

const HEIGHT = 180;
const FOOT = 22;
const TOP = 14;
const SIDE = 58;

/** The next round number, so that the axis ends at it. */
function roundUp(value: number): number {
  if (value <= 0) return 1;
  const size = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 2.5, 5, 10].map((step) => step * size).find((step) => step >= value)!;
}

function Chart({ of, axis, width, kind }: BarsProps & { width: number; kind: string }) {
  const most = roundUp(Math.max(...of.map(({ value }) => value)));
  const step = (width - SIDE) / of.length;
  const yOf = (value: number) => HEIGHT - FOOT - (value / most) * (HEIGHT - FOOT - TOP);
  const named = Math.max(1, Math.ceil(of.length / (width / 110)));
  return (
    <svg class={`chart ${kind}`} viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true">
      {[0, most / 2, most].map((value) => (
        <g key={value}>
          <path class="axis" d={`M${SIDE} ${yOf(value)}H${width}`} />
          <text x={SIDE - 8} y={yOf(value) + 4} class="axis-mark">
            {axis(value)}
          </text>
        </g>
      ))}
      {of.map(({ name, value, text }, place) => (
        <g key={name}>
          <rect
            class="bar"
            x={SIDE + place * step + step * 0.15}
            y={yOf(value)}
            width={step * 0.7}
            height={Math.max(0, HEIGHT - FOOT - yOf(value))}
            rx="2"
          >
            <title>{`${name}: ${text}`}</title>
          </rect>
          {place % named === 0 && (
            <text x={SIDE + place * step + step / 2} y={HEIGHT - 5} class="axis-name">
              {name}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}

/** Bars of one value each, with the same as a table for those who do not see them. */
export function Bars(props: BarsProps) {
  return (
    <figure class="bars">
      <Chart {...props} width={720} kind="wide-chart" />
      <Chart {...props} width={340} kind="narrow-chart" />
      <div class="hidden">
        <table>
          <caption>{props.title}</caption>
          <tbody>
            {props.of.map(({ name, text }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
