/** Expressions in conditions of custom rules, and the calls in them. */
import type { CallArgument, Expr, Invocation } from '../model/expr.ts';
import type { Expression } from '../model/workflow.ts';
import { createdType, invocationsIn, lastName, qualifiedName } from '../semantics/callee.ts';
import { NODE } from './activity-type.ts';
import { charged, type Members } from './member.ts';
import { chargedTree, fixedValue } from './trees.ts';

/** A part of the tree of an expression. */
interface Part<Node> {
  readonly node: Node;
  readonly expression: Expression;
}

const textOf = ({ start, end }: Expr, { text }: Expression): string => text.slice(start, end);

/** Expressions. */
export const EXPRESSION: Members = {
  name: {
    type: 'string',
    isName: true,
    about: 'Name of the setting that it computes.',
    read: ({ name }: Expression) => name,
  },
  language: {
    type: 'string',
    isName: true,
    about: '`visual-basic`, `csharp`, `workflow-definition`, `a360`, `blue-prism` or `robin`.',
    read: ({ language }: Expression) => language,
  },
  text: {
    type: 'string',
    about: 'Its source.',
    read: ({ text }: Expression) => text,
  },
  value: {
    type: 'string',
    about: 'Its text where each run computes the same one; else empty.',
    read: (expression: Expression, frame) => fixedValue(chargedTree(expression, frame), frame) ?? '',
  },
  dynamic: {
    type: 'bool',
    about: 'Whether the run decides what it computes.',
    read: (expression: Expression, frame) => fixedValue(chargedTree(expression, frame), frame) === undefined,
  },
  calls: {
    type: 'list<CallSite>',
    about: 'Calls of functions and methods in it, and objects that it creates.',
    read: (expression: Expression, frame): readonly Part<Invocation>[] => {
      const calls = [...invocationsIn(chargedTree(expression, frame))];
      return charged(calls, frame).map((node) => ({ node, expression }));
    },
  },
  reads: {
    type: 'bool',
    texts: 1,
    about: 'Whether it mentions a variable or argument.',
    read: ({ mentions }: Expression, frame, name) => {
      const wanted = name!.toLowerCase();
      return charged(mentions, frame).some((mentioned) => mentioned.toLowerCase() === wanted);
    },
  },
  node: NODE,
};

/** Calls in an expression. */
export const CALL_SITE: Members = {
  name: {
    type: 'string',
    isName: true,
    about: 'Name of the function, method or type: `Parse`.',
    read: ({ node }: Part<Invocation>) =>
      node.kind === 'new' ? createdType(node) : (lastName(node.callee) ?? ''),
  },
  path: {
    type: 'string',
    isName: true,
    about: 'Its name with what stands before it: `Integer.Parse`; empty where that is computed.',
    read: ({ node }: Part<Invocation>) => (node.kind === 'new' ? node.type : qualifiedName(node.callee)),
  },
  creates: {
    type: 'bool',
    about: 'Whether it creates an object of a type.',
    read: ({ node }: Part<Invocation>) => node.kind === 'new',
  },
  arguments: {
    type: 'list<CallArgument>',
    about: 'Its arguments, and the members that an initializer sets.',
    read: ({ node, expression }: Part<Invocation>, frame): readonly Part<CallArgument>[] => {
      const given = node.kind === 'new' ? [...node.args, ...node.members] : node.args;
      return charged(given, frame).map((argument) => ({ node: argument, expression }));
    },
  },
};

/** Arguments of calls in an expression. */
export const CALL_ARGUMENT: Members = {
  name: {
    type: 'string',
    isName: true,
    about: 'Its name where the call gives one, else empty.',
    read: ({ node }: Part<CallArgument>) => node.name ?? '',
  },
  text: {
    type: 'string',
    about: 'Its source.',
    read: ({ node, expression }: Part<CallArgument>) => textOf(node.value, expression),
  },
  value: {
    type: 'string',
    about: 'Its text where each run passes the same one; else empty.',
    read: ({ node }: Part<CallArgument>, frame) => fixedValue(node.value, frame) ?? '',
  },
};
