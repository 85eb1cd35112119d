import { Loader } from '@mantine/core';
import { useEffect } from 'react';
import { consolePath } from '../../app/document.ts';
import { PageHeader } from '../../components/page-header.tsx';

/** The playground is a document of its own, with a policy that its renderer needs: this leads to it. */
export default function PlaygroundPage() {
  useEffect(() => location.replace(`${consolePath}playground`), []);
  return (
    <>
      <PageHeader title="Playground" />
      <Loader role="status" aria-label="Loading the playground" />
    </>
  );
}
