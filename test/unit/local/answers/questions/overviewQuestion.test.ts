import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { asksOverview } from "../../../../../src/local/answers/questions/overviewQuestion.ts";
import { readQuestionContext } from "../../../../../src/local/answers/questions/questionContext.ts";
import { termsOf } from "../../../../../src/local/answers/questions/questionTerms.ts";

const OF_THE_WHOLE = `Give an overview
Give an overview: the parts, and how they work together.
Give me an overview of this project
Give me a short summary
overview of this monorepo
summarize this monorepo
Give me an overview of the workspace
What is in this mono-repo?
Describe the whole workspace
What does this solution consist of?
Summarise this plugin
How is this crate organised?
What does this gem do?
What does the whole system do?
What does this project do?
What is this repository about and how is it organised?
How is the code base organized?
How is this organised?
Explain this project
Tell me about this repo
architecture
Where do I begin to read?
Where should I start reading?
How do I build, start and test it?
How do I run this?
How do I start the server?
how can I run the web app locally
How to launch the frontend in dev mode?
Which modules are there?
What packages does this repository have?
which services exist
What does this project consist of?
Gib einen Überblick
Gib einen Überblick: die Teile und wie sie zusammenarbeiten.
Gib mir einen Überblick über dieses Projekt
Was macht dieses Projekt?
Was macht dieses Monorepo?
Fasse dieses Monorepo zusammen
Gib eine kurze Zusammenfassung des Workspaces
Wie ist das Projekt aufgebaut?
Wo fange ich an zu lesen?
Womit soll ich anfangen?
Wie baue und starte ich das?
Donne un aperçu du projet
Donne une vue d'ensemble
Que fait ce projet ?
Que fait ce monorepo ?
Résume ce monorepo
Donne un résumé de cet espace de travail
Comment ce projet est-il organisé ?
Par où commencer à lire ?
¿Qué hace este proyecto?
Da una visión general
¿Qué hace este monorepo?
Resume este monorepo
Da un resumen de este espacio de trabajo
¿Por dónde empiezo a leer?
¿Cómo está organizado?
O que este projeto faz?
Dê uma visão geral
O que este monorepo faz?
Resuma este monorepo
Por onde começo a ler?
Что делает этот проект?
Дай обзор проекта
Что делает этот монорепозиторий?
Дай краткое резюме монорепо
С чего начать читать?
这个项目是做什么的？
给出概述
项目概览
总结一下这个 monorepo
这个单体仓库是做什么的？
概括这个工作区
从哪里开始阅读？
このプロジェクトは何をしますか
概要を教えてください
このモノレポは何をしますか
このワークスペースを要約してください
構成要素と、それらがどう連携するかの概要を説明してください。
どこから読み始めればいいですか
이 프로젝트는 무엇을 하나요?
개요를 알려줘
이 모노레포를 요약해 줘
이 워크스페이스는 무엇을 하나요?
어디서부터 읽어야 하나요?`.split("\n");

const FIRST = `What is this?
What's this about?
Was ist das?
Worum geht es hier?
Qu'est-ce que c'est ?
¿Qué es esto?
O que é isto?
Что это?
这是什么？
これは何ですか
이게 뭐예요?`.split("\n");

const OF_SOMETHING = `Where should I begin to read if I want to change how passages are ranked?
What does this project do with sessions?
Where is the architecture of the store?
How do I build a query?
How do I start a session?
How do I start a server?
How do I run the server handshake?
How do I build the client?
Which services are there that send mail?
Which modules does the loader have?
Which packages exist on disk?
What does the workspace cache do?
Summarize the plugin loader
Fasse zusammen, wie der Cache arbeitet
Résume ce que fait le cache
How do I test the retries?
Where does the server start listening?
What does feed do?
Was ist ein Liegeplatz?
Wie ist der Cache aufgebaut?
Gib mir einen Überblick über die Sitzungen
Comment le cache est-il organisé ?
缓存的架构是什么？
キャッシュの概要を教えてください`.split("\n");

describe("a question about all of something", () => {
  const asks = (question: string, isFirst: boolean) => {
    const context = readQuestionContext(question);
    return asksOverview(context, termsOf(context), isFirst);
  };

  it("is one in every language that questions are understood in", () => {
    assert.deepEqual(
      [...OF_THE_WHOLE, ...FIRST].filter((question) => !asks(question, true)),
      [],
    );
  });

  it("is none if it is about something of it", () => {
    assert.deepEqual(
      OF_SOMETHING.filter((question) => asks(question, true)),
      [],
    );
  });

  it("is one if it calls all by its name", () => {
    for (const question of [
      "Give me an overview of harbour-office",
      "architecture of harbour-office?",
      "How do I build and test Harbour-Office?",
      "Gib einen Überblick über harbour-office",
    ]) {
      const context = readQuestionContext(question);
      assert.equal(asksOverview(context, termsOf(context), true), false, question);
      assert.ok(asksOverview(context, termsOf(context), true, ["harbour-office"]), question);
    }
    const context = readQuestionContext("Give me an overview of the harbour's cranes");
    assert.equal(asksOverview(context, termsOf(context), true, ["harbour-office"]), false);
  });

  it("is one if it asks what that of this name is or does", () => {
    const isOne = (question: string) => {
      const context = readQuestionContext(question);
      return asksOverview(context, termsOf(context), false, ["ferry-lane"]);
    };
    const OF_NAME = [
      "What is ferry-lane?",
      "What's Ferry Lane?",
      "what does ferry-lane do",
      "What does ferry-lane provide?",
      "What does ferry_lane offer?",
      "How does ferry-lane work?",
      "Explain ferry-lane",
      "Tell me about ferry-lane",
      "What is ferry-lane's purpose?",
    ];
    const OF_OTHERS = [
      "What is `ferry-lane`?",
      "What does ferry-lane() do?",
      "What is ferry-lane.config?",
      "What is in ferry-lane/src?",
      "How does ferry-lane count boats?",
      "What does the ferry-lane plugin do?",
      "What is ferry?",
      "What is ferry-lanes?",
      "Where is ferry-lane defined?",
      "Who calls ferry-lane?",
    ];
    assert.deepEqual(
      OF_NAME.filter((question) => !isOne(question)),
      [],
    );
    assert.deepEqual(
      OF_OTHERS.filter((question) => isOne(question)),
      [],
    );
  });

  it("is none if it means what was talked about before", () => {
    assert.deepEqual(
      OF_THE_WHOLE.filter((question) => !asks(question, false)),
      [],
    );
    assert.deepEqual(
      FIRST.filter((question) => asks(question, false)),
      [],
    );
  });
});
