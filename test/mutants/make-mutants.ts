/** Makes the mutants of a source file: the same text with one operator, condition, constant or statement changed. */
import { parsers } from 'prettier/plugins/typescript';
import { isRecord } from '../../src/errors/kind-of.js';

/** One change of a text: the part from `start` to `end` becomes `after`. */
export interface Mutant {
  readonly start: number;
  readonly end: number;
  readonly after: string;
}

interface Node {
  readonly type: string;
  readonly range: readonly [start: number, end: number];
  readonly [key: string]: unknown;
}

const SWAPPED_OPERATORS: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '**': '*',
  '&': '|',
  '|': '&',
  '^': '&',
  '<<': '>>',
  '>>': '<<',
  '>>>': '<<',
  '&&': '||',
  '||': '&&',
  '+=': '-=',
  '-=': '+=',
  '*=': '/=',
  '/=': '*=',
  '%=': '*=',
  '&=': '|=',
  '|=': '&=',
  '^=': '&=',
  '<<=': '>>=',
  '>>=': '<<=',
  '>>>=': '<<=',
  '&&=': '||=',
  '||=': '&&=',
  '++': '--',
  '--': '++',
};

/** What has an expression inside, and types next to it. */
const WITH_EXPRESSION = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression']);
/** Where types are, in nodes that are code otherwise. */
const TYPES = new Set(['typeAnnotation', 'returnType', 'typeParameters', 'typeArguments', 'superTypeArguments']);
/** Whose words people read: a changed one is worth no test. */
const MESSAGE = /(?:^|\.)(?:#?log|sparse|console|describe|help)\b|Error$|^print/;

/** All mutants of a file, in the order of its text. Types, imports and messages have none. */
export async function makeMutants(text: string): Promise<Mutant[]> {
  const program: unknown = await parsers.typescript.parse(text, { filepath: 'source.ts' } as never);
  const mutants: Mutant[] = [];
  const textOf = ({ range: [start, end] }: Node) => text.slice(start, end);
  const replace = ({ range: [start, end] }: Node, after: string) => mutants.push({ start, end, after });

  /** Changes the first such operator from a place on. */
  function swapOperator(operator: string, from: number): void {
    const after = SWAPPED_OPERATORS[operator];
    const start = text.indexOf(operator, from);
    if (after !== undefined) mutants.push({ start, end: start + operator.length, after });
  }

  function visit(node: Node): void {
    if (node.type.startsWith('TS') && !WITH_EXPRESSION.has(node.type)) return;
    switch (node.type) {
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
      case 'TemplateLiteral':
      case 'TaggedTemplateExpression':
        return;
      case 'ThrowStatement':
        replace(node, ';');
        return;
      case 'CallExpression':
      case 'NewExpression':
        if (MESSAGE.test(textOf(node['callee'] as Node))) return;
        break;
      case 'BinaryExpression':
      case 'LogicalExpression':
        mutateOperation(node);
        break;
      case 'AssignmentExpression':
        swapOperator(String(node['operator']), (node['left'] as Node).range[1]);
        break;
      case 'UpdateExpression':
        swapOperator(String(node['operator']), node['prefix'] === true ? node.range[0] : node.range[1] - 2);
        break;
      case 'UnaryExpression':
        if (['!', '-'].includes(String(node['operator']))) replace(node, `(${textOf(node['argument'] as Node)})`);
        break;
      case 'IfStatement':
      case 'ConditionalExpression':
        negate(node['test'] as Node);
        break;
      case 'Literal':
        mutateConstant(node);
        break;
      case 'ReturnStatement':
        mutateResult(node['argument']);
        break;
      case 'ArrowFunctionExpression':
        mutateResult(node['body']);
        break;
      case 'BreakStatement':
      case 'ContinueStatement':
        replace(node, ';');
        break;
      case 'ExpressionStatement':
        if (removes(node)) replace(node, ';');
        break;
      default:
    }
    for (const [key, value] of Object.entries(node)) {
      if (TYPES.has(key)) continue;
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child);
    }
  }

  function mutateOperation(node: Node): void {
    const [left, right] = [node['left'] as Node, node['right'] as Node];
    const operator = String(node['operator']);
    if (operator === 'in' || operator === 'instanceof') replace(node, `!(${textOf(node)})`);
    else if (operator === '??') replace(node, textOf(left));
    // Joined texts have no difference.
    else if (operator !== '+' || ![left, right].some(isText)) swapOperator(operator, left.range[1]);
  }

  function negate(test: Node): void {
    // What turns around already has a mutant that does so.
    if (/^[!=]==$/.test(String(test['operator'])) || test['operator'] === '!') return;
    replace(test, `!(${textOf(test)})`);
  }

  function mutateConstant(node: Node): void {
    if (typeof node['value'] === 'boolean') replace(node, String(!node['value']));
    if (typeof node['value'] === 'number') replace(node, String(otherNumber(node['value'])));
  }

  function mutateResult(result: unknown): void {
    if (!isNode(result) || result.type === 'BlockStatement' || result.type === 'Literal') return;
    if (textOf(result) !== 'undefined') replace(result, 'undefined');
  }

  function removes(node: Node): boolean {
    const expression = node['expression'] as Node;
    if (typeof node['directive'] === 'string') return false;
    const call = expression.type === 'AwaitExpression' ? (expression['argument'] as Node) : expression;
    if (call.type !== 'CallExpression') return true;
    const callee = call['callee'] as Node;
    return callee.type !== 'Super' && !MESSAGE.test(textOf(callee));
  }

  if (isRecord(program) && Array.isArray(program['body'])) program['body'].filter(isNode).forEach(visit);
  return mutants.sort((a, b) => a.start - b.start || b.end - a.end);
}

/** The text with the change. */
export function applyMutant(text: string, { start, end, after }: Mutant): string {
  return text.slice(0, start) + after + text.slice(end);
}

/** The number of the line that a mutant begins in, and this line before and after the change. */
export function describeMutant(text: string, mutant: Mutant): { line: number; before: string; after: string } {
  const begin = text.lastIndexOf('\n', mutant.start - 1) + 1;
  const changed = applyMutant(text, mutant);
  return {
    line: text.slice(0, mutant.start).split('\n').length,
    before: inOneLine(text.slice(begin, lineEndAfter(text, mutant.end))),
    after: inOneLine(changed.slice(begin, lineEndAfter(changed, mutant.start + mutant.after.length))),
  };
}

/** A number that a test should tell apart: of a limit, one more is the same to everybody. */
function otherNumber(value: number): number {
  return Number.isInteger(value) && value < 10 ? value + 1 : 2 * value;
}

function lineEndAfter(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

function inOneLine(part: string): string {
  return part.replaceAll(/\s+/g, ' ').trim();
}

function isText({ type, value }: Node): boolean {
  return type === 'TemplateLiteral' || typeof value === 'string';
}

function isNode(value: unknown): value is Node {
  return isRecord(value) && typeof value['type'] === 'string' && Array.isArray(value['range']);
}
