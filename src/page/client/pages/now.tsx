/** The page *Now*. */
import { Empty } from '../kit/states.js';

/** Shows nothing yet. */
export default function NowPage() {
  return <Empty title="Nothing here yet." />;
}
