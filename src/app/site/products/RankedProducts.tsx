import { count } from '../labels.ts';
import { ProductCard } from './ProductCard.tsx';
import type { Product } from '../props.ts';

type Props = { products: Product[] };

const LOOSE = 'loose-bars';

/**
 * The products in order. On phones each card keeps its price and button at the lower edge of the screen while it is read; a checkbox lets
 * them go, without a script.
 */
export function RankedProducts({ products }: Props) {
  return (
    <section className="ranked">
      <h2 id="products">{products.length > 0 ? `All ${count(products.length, 'product')} in order` : 'Products'}</h2>
      {products.length > 0 ? (
        <>
          <p className="choice loose">
            <input type="checkbox" id={LOOSE} />
            <label htmlFor={LOOSE}>Do not keep the buttons on the screen</label>
          </p>
          <ol className="products">
            {products.map((product) => (
              <ProductCard key={product.id} product={product} looseId={LOOSE} />
            ))}
          </ol>
        </>
      ) : (
        <p className="notice">
          <span>
            <strong>No products yet.</strong> We are still comparing. They will appear here with their scores and
            prices.
          </span>
        </p>
      )}
    </section>
  );
}
