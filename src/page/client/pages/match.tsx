/** The page *Match*. */
import { Empty } from '../kit/states.js';

/** Shows nothing yet. */
export default function MatchPage({ id }: { id: string }) {
  return <Empty title={`Nothing here yet of ${id}.`} />;
}
