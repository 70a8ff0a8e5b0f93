import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldProps } from '../../../platform/web/ui/inputs/Field.tsx';
import { FindInput } from '../../../platform/web/ui/filters/FindInput.tsx';
import { linkQueries } from './client.ts';

type Props = FieldProps & { placeholder?: string };

/** Finds a tracking link by its name or slug; the form value is its id as text, '' for none. */
export function LinkSelect({ placeholder = 'Search links...', ...field }: Props) {
  const [search, setSearch] = useState('');
  const { data, isFetching, error } = useQuery(linkQueries.search(search));
  return (
    <FindInput
      {...field}
      isText
      found={{ data: data?.map(({ id, name, slug }) => ({ id, label: name, note: slug })), isFetching, error }}
      onSearch={setSearch}
      placeholder={placeholder}
    />
  );
}
