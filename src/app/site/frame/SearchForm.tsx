import { Icon } from './Icon.tsx';

type Props = { id: string; label: string; query?: string };

/** Searches without JavaScript: a GET form. @param id and `label` are unique on the page, since a page holds several */
export function SearchForm({ id, label, query = '' }: Props) {
  return (
    <form className="find" action="/search" role="search" aria-label={label}>
      <label className="hidden" htmlFor={id}>
        Search life hacks...
      </label>
      <input id={id} type="search" name="q" maxLength={200} placeholder="Search life hacks..." defaultValue={query} />
      <button type="submit" aria-label="Search">
        <Icon name="search" />
      </button>
    </form>
  );
}
