import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { AnswerText } from "../../../../src/api/models/answerText.ts";
import { callsBegin, writtenCalls } from "../../../../src/core/text/writtenCalls.ts";
import { leastProcessorTime } from "../../../support/turns.ts";

const TOOLS = ["read", "grep"];
const READ = '{"path": "src/fare.ts"}';
const CALL = `{"name": "read", "arguments": ${READ}}`;

/** How models write `read` with the path `src/fare.ts`. */
const FORMS = {
  "JSON alone": CALL,
  "JSON with other keys": `{"type": "function", "function": {"name": "read", "parameters": ${READ}}}`,
  "JSON in a fence": `\`\`\`json\n${CALL}\n\`\`\``,
  "input as text": '{"name": "read", "arguments": "{\\"path\\": \\"src/fare.ts\\"}"}',
  "tool_name and parameters": `Action: \`\`\`json\n[{"tool_name": "read", "parameters": ${READ}}]\n\`\`\``,
  Hermes: `<tool_call>\n${CALL}\n</tool_call>`,
  "Hermes, cut before its end": `<tool_call>\n${CALL}`,
  "Qwen's coder":
    "<tool_call>\n<function=read>\n<parameter=path>\nsrc/fare.ts\n</parameter>\n</function>\n</tool_call>",
  "Qwen's coder, without its first tag":
    "<function=read>\n<parameter=path>\nsrc/fare.ts\n</parameter>\n</function>\n</tool_call>",
  "Seed OSS": "<seed:tool_call><function=read><parameter=path>src/fare.ts</parameter></function></seed:tool_call>",
  "Llama with a tag": `<function=read>${READ}</function>`,
  "Llama with a token": `<|python_tag|>{"name": "read", "parameters": ${READ}}`,
  "Llama as in Python": '[read(path="src/fare.ts")]',
  "Llama 4": '<|python_start|>[read(path="src/fare.ts")]<|python_end|>',
  LFM: "<|tool_call_start|>[read(path='src/fare.ts')]<|tool_call_end|>",
  "Gemma in a fence": '```tool_code\nprint(default_api.read(path="src/fare.ts"))\n```',
  "Gemma with tokens": "<start_function_call>call:read{path:<escape>src/fare.ts<escape>}<end_function_call>",
  Olmo: '<function_calls>read(path="src/fare.ts")</function_calls>',
  "Python alone": 'read(path="src/fare.ts")',
  "Mistral with a list": `[TOOL_CALLS][${CALL}]`,
  "Mistral with a list and a blank": `[TOOL_CALLS] [${CALL}]</s>`.replace("</s>", ""),
  "Mistral, newer": `[TOOL_CALLS]read[ARGS]${READ}`,
  "Mistral with an id": `[TOOL_CALLS]read[CALL_ID]a1b2c3d4e[ARGS]${READ}`,
  "DeepSeek V3": `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>read\n\`\`\`json\n${READ}\n\`\`\`<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
  "DeepSeek V3.1": `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>read<｜tool▁sep｜>${READ}<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
  "DeepSeek V3.2":
    '<｜DSML｜function_calls>\n<｜DSML｜invoke name="read">\n<｜DSML｜parameter name="path" string="true">src/fare.ts</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
  "gpt-oss": `<|channel|>commentary to=functions.read <|constrain|>json<|message|>${READ}<|call|>`,
  "gpt-oss behind thoughts": `<|channel|>analysis<|message|>Let me see.<|end|><|start|>assistant<|channel|>commentary to=functions.read <|constrain|>json<|message|>${READ}<|call|>`,
  Kimi: `<|tool_calls_section_begin|><|tool_call_begin|>functions.read:0<|tool_call_argument_begin|>${READ}<|tool_call_end|><|tool_calls_section_end|>`,
  "GLM 4.5": "<tool_call>read\n<arg_key>path</arg_key>\n<arg_value>src/fare.ts</arg_value>\n</tool_call>",
  "GLM 4": `read\n${READ}`,
  MiniMax:
    '<minimax:tool_call>\n<invoke name="read">\n<parameter name="path">src/fare.ts</parameter>\n</invoke>\n</minimax:tool_call>',
  "function calls with invoke":
    '<function_calls>\n<invoke name="read">\n<parameter name="path">src/fare.ts</parameter>\n</invoke>\n</function_calls>',
  "Command A": `<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "read", "parameters": ${READ}}]<|END_ACTION|>`,
  Granite: `<|tool_call|>[${CALL}]`,
  Phi: `<|tool_call|>[${CALL}]<|/tool_call|>`,
  functools: `functools[${CALL}]`,
  Nemotron: `<TOOLCALL>[${CALL}]</TOOLCALL>`,
  Jamba: `<tool_calls>[${CALL}]</tool_calls>`,
  InternLM: `<|action_start|><|plugin|>\n{"name": "read", "parameters": ${READ}}<|action_end|>`,
  LongCat: `<longcat_tool_call>${CALL}</longcat_tool_call>`,
  "a tag for each tool": "<read>\n<path>src/fare.ts</path>\n</read>",
  ReAct: `Action: read\nAction Input: ${READ}`,
  "behind thoughts": `<think>Let me see.</think>\n\n<tool_call>\n${CALL}\n</tool_call>`,
  "behind words": `I look at it.\n\n<tool_call>\n${CALL}\n</tool_call>`,
};

function read(text: string, size: number, tools: readonly string[] = TOOLS) {
  const answer = new AnswerText(tools);
  let shown = "";
  for (let at = 0; at < text.length; at += size) shown += answer.add(text.slice(at, at + size));
  const end = answer.end();
  return { shown: shown + end.text, calls: end.calls.map(({ name, input }) => [name, input]) };
}

describe("calls that a model writes as text", () => {
  for (const [form, text] of Object.entries(FORMS))
    it(`are made, and nothing of them is shown: ${form}`, () => {
      for (const size of [1, 3, 7, text.length]) {
        const { shown, calls } = read(text, size);
        assert.deepEqual(calls, [["read", { path: "src/fare.ts" }]], `${size} at once: ${shown}`);
        assert.equal(shown.trim(), form === "behind words" ? "I look at it." : "", `${size} at once`);
      }
    });

  it("may be several", () => {
    for (const text of [
      `<tool_call>${CALL}</tool_call>\n<tool_call>{"name": "grep", "arguments": {"pattern": "a"}}</tool_call>`,
      `[TOOL_CALLS]read[ARGS]${READ}[TOOL_CALLS]grep[ARGS]{"pattern": "a"}`,
      `[read(path="src/fare.ts"), grep(pattern="a")]`,
      `<function=read><parameter=path>src/fare.ts</parameter></function><function=grep><parameter=pattern>a</parameter></function>`,
      `[${CALL}, {"name": "grep", "arguments": {"pattern": "a"}}]`,
    ])
      assert.deepEqual(
        read(text, 5).calls,
        [
          ["read", { path: "src/fare.ts" }],
          ["grep", { pattern: "a" }],
        ],
        text,
      );
  });

  it("are none in an answer that is about them, or that only looks like one", () => {
    for (const text of [
      "A call is in `<tool_call>` tags, as in `[TOOL_CALLS]`.",
      'So:\n\n```xml\n<tool_call>{"name": "read"}</tool_call>\n```\n\nThere.',
      '{"name": "delete", "arguments": {}}',
      "[1] says that read(path) returns {} at once.",
      "The <b>answer</b> is a < b, and a[0] is `x`.",
      "grep is used.",
      "It ends with `<|im_end|>`.",
      '```ts\nread({ path: "a" });\n```\nThere.',
    ])
      for (const size of [1, 4, text.length]) assert.deepEqual(read(text, size), { shown: text, calls: [] });
  });

  it("show nothing of what was left of them, nor of the tokens around an answer", () => {
    for (const [text, shown] of [
      ["It is so.<|im_end|>", "It is so."],
      ["It is so.<|im_e", "It is so."],
      ["It is so.\n<tool_ca", "It is so.\n"],
      ["It is so.\n<tool_call>\n<function=read>\n<param", "It is so.\n"],
      ["<|START_RESPONSE|>It is so.<|END_RESPONSE|>", "It is so."],
      ["<|channel|>final<|message|>It is so.<|return|>", "It is so."],
      [
        "<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>It is so.<|return|>",
        "It is so.",
      ],
      ["[THINK]Hm.[/THINK]It is so.", "It is so."],
      ["<|START_THINKING|>Hm.<|END_THINKING|><|START_RESPONSE|>It is so.", "It is so."],
      ["◁think▷Hm.◁/think▷It is so.", "It is so."],
      ["<seed:think>Hm.</seed:think>It is so.", "It is so."],
      ["<|begin_of_thought|>Hm.<|end_of_thought|><|begin_of_solution|>It is so.<|end_of_solution|>", "It is so."],
    ] as const)
      for (const size of [1, 5, text.length])
        for (const tools of text.includes("<tool") ? [TOOLS] : [TOOLS, []])
          assert.equal(read(text, size, tools).shown, shown, text);
  });

  for (const [where, before] of [
    ["a fence", `See:\n  \`\`\`xml\n${"<tool_call>\n".repeat(20_000)}\`\`\`\n`],
    ["code in a line", `See \`${"<tool_call>".repeat(20_000)}\`, `],
    ["lines with code", "`<tool_call>` \n".repeat(20_000)],
  ] as const)
    it(`begin behind ${where} that is full of them`, () => {
      let found = -1;
      const tookMs = leastProcessorTime(() => (found = callsBegin(`${before}<tool_call>`)));
      assert.equal(found, before.length);
      assert.equal(callsBegin(before), -1);
      assert.ok(tookMs < 100, `${tookMs} ms`); // it once took half a second and more
    });

  it("are looked for in a moment, whatever there is", () => {
    for (const piece of [
      "{",
      "[",
      '{"',
      "<tool_call>",
      "<function=a>",
      "`",
      "<|a",
      "read(",
      "read(a=1,",
      "<a><b>",
      '"',
      "<invoke name='a'>",
    ]) {
      const { user } = process.cpuUsage();
      const text = piece.repeat(40_000 / piece.length);
      writtenCalls(text, new Set(TOOLS));
      callsBegin(text);
      assert.ok(process.cpuUsage().user - user < 1_500_000, piece);
    }
  });
});
