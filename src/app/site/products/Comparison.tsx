import { OwnPriceDay } from '../buying/OwnPriceDay.tsx';
import { sharedDay } from '../buying/price-age.ts';
import { PriceDay } from '../buying/PriceDay.tsx';
import type { Product } from '../props.ts';
import { useSite } from '../site-context.ts';

type Props = { products: Product[] };

const MAX_COLUMNS = 8;

/** An attribute that at least two products name. */
type Column = { name: string; isSame: boolean };

/** The attributes to compare by, the most common first. */
function columnsOf(products: Product[]): Column[] {
  const values = new Map<string, string[]>();
  for (const product of products)
    for (const [name, value] of Object.entries(product.attributes))
      values.set(name, [...(values.get(name) ?? []), value]);
  return [...values]
    .filter(([, said]) => said.length >= 2)
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, MAX_COLUMNS)
    .map(([name, said]) => ({ name, isSame: said.length === products.length && new Set(said).size === 1 }));
}

/**
 * The products side by side by what is known of them; nothing when they have nothing in common. On phones each row becomes a card, and a
 * checkbox hides what is the same for all, both by the style sheet alone.
 */
export function Comparison({ products }: Props) {
  const { timeZone } = useSite();
  const columns = columnsOf(products);
  if (products.length < 2 || columns.length === 0) return null;
  const prices = products.map(({ price }) => price);
  const hasPrices = prices.some((price) => price);
  const hasOneDay = sharedDay(prices, timeZone) !== undefined;
  const hasScores = products.some((product) => product.score !== null);
  const canNarrow = columns.some((column) => column.isSame) && columns.some((column) => !column.isSame);
  return (
    <section className="compare">
      <div className="section-head">
        <h2 id="compare">Side by side</h2>
        {canNarrow && (
          <p className="choice">
            <input type="checkbox" id="differences" />
            <label htmlFor="differences">Differences only</label>
          </p>
        )}
      </div>
      <section className="scroll" tabIndex={0} aria-labelledby="compare">
        <table>
          <thead>
            <tr>
              <th scope="col">Product</th>
              {hasScores && <th scope="col">Score</th>}
              {hasPrices && <th scope="col">Price</th>}
              {columns.map(({ name, isSame }) => (
                <th key={name} scope="col" className={isSame ? 'same' : undefined}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {products.map((product) => (
              <Row
                key={product.id}
                product={product}
                columns={columns}
                hasPrices={hasPrices}
                hasScores={hasScores}
                hasOneDay={hasOneDay}
              />
            ))}
          </tbody>
        </table>
      </section>
      <PriceDay prices={prices} />
    </section>
  );
}

type RowProps = { product: Product; columns: Column[]; hasPrices: boolean; hasScores: boolean; hasOneDay: boolean };

function Row({ product, columns, hasPrices, hasScores, hasOneDay }: RowProps) {
  const { price, score } = product;
  return (
    <tr className={product.isBestOverall ? 'best' : undefined}>
      <th scope="row">
        <a href={`#p${product.id}`} dir="auto">
          {product.name}
        </a>{' '}
        {product.badge && <small dir="auto">{product.badge}</small>}
      </th>
      {hasScores && <td data-label="Score">{score === null ? 'Not scored' : <strong>{score.toFixed(1)}</strong>}</td>}
      {hasPrices && (
        <td data-label="Price">
          {price ? price.label : 'See shop'}
          {price?.mayVary && <small>may vary</small>}
          {price && !hasOneDay && <OwnPriceDay price={price} />}
        </td>
      )}
      {columns.map(({ name, isSame }) => (
        <td key={name} data-label={name} className={isSame ? 'same' : undefined}>
          {product.attributes[name] ?? <span className="soft">Not stated</span>}
        </td>
      ))}
    </tr>
  );
}
