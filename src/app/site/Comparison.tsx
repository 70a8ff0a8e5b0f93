import type { Product } from './props.ts';

type Props = { products: Product[] };

/** The attributes that at least two products name, most common first. */
function columns(products: Product[]): string[] {
  const seen = new Map<string, number>();
  for (const product of products)
    for (const name of Object.keys(product.attributes)) seen.set(name, (seen.get(name) ?? 0) + 1);
  return [...seen]
    .filter(([, times]) => times >= 2)
    .toSorted((a, b) => b[1] - a[1])
    .map(([name]) => name)
    .slice(0, 6);
}

/** The products side by side by what their offers say of them; nothing when they name nothing in common. */
export function Comparison({ products }: Props) {
  const names = columns(products);
  if (products.length < 2 || names.length === 0) return null;
  return (
    <section className="compare">
      <h2 id="compare">Side by side</h2>
      <p className="soft hint">Swipe the table sideways for more columns.</p>
      <div className="scroll" tabIndex={0} role="region" aria-labelledby="compare">
        <table>
          <thead>
            <tr>
              <th scope="col">Product</th>
              <th scope="col">Score</th>
              {names.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {products.map((product) => (
              <tr key={product.id} className={product.isBestOverall ? 'best' : undefined}>
                <th scope="row">
                  <a href={`#p${product.id}`}>{product.name}</a>
                </th>
                <td>{product.score === null ? 'Not scored' : product.score.toFixed(1)}</td>
                {names.map((name) => (
                  <td key={name}>{product.attributes[name] ?? 'Not stated'}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
