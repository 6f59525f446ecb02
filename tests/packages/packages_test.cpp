// Which package an operator comes from that the program does not link, and what is said about it. Programs read
// the environment once, so each case runs in a process of its own; its whole standard error is compared.
#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "acl/acl.h"
#include "nnopbase/packages.h"
#include "tests/support/tensors.h"
#include "vendor_api.h"

namespace aclnn_cpu {
namespace {

using testing::AllOf;
using testing::Eq;
using testing::ExitedWithCode;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const std::string kPackages = PACKAGES_FOLDER;
const std::string kOne = kPackages + "/opp/vendors/one_nn";
const std::string kTwo = kPackages + "/opp/vendors/two_nn";
const std::string kThree = kPackages + "/three_nn";
const std::string kOld = kPackages + "/old_nn";
// Beside the libnnopbase that this program runs with.
std::string BuiltIn() {
    Dl_info info{};
    dladdr(reinterpret_cast<const void*>(&aclCreateTensor), &info);
    return (std::filesystem::canonical(info.dli_fname).parent_path() / "libopapi.so").string();
}

class Packages : public testing::Test {
 protected:
    Packages() : opp_(testing::TempDir() + "/opp") {
        std::filesystem::remove_all(opp_);
        std::filesystem::create_directories(opp_ + "/vendors");
        for (const char* name : {"one_nn", "two_nn"}) {
            std::filesystem::create_directory_symlink(kPackages + "/opp/vendors/" + name, Vendor(name));
        }
    }
    ~Packages() override { std::filesystem::remove_all(opp_); }

    std::string Vendor(const std::string& name) const { return opp_ + "/vendors/" + name; }
    std::string Config() const { return Vendor("config.ini"); }
    void WriteConfig(const std::string& text) const { std::ofstream(Config()) << text; }

    const std::string opp_;
};

void Set(const char* variable, const std::string& value) { setenv(variable, value.c_str(), 1); }

// Runs Vendor and says on standard error who answered, or why nobody did.
[[noreturn]] void Answer() {
    aclrtStream stream = test::Device::Stream();
    {
        const test::Tensor z(ACL_INT32, test::Contiguous({1}));
        uint64_t size = 0;
        aclOpExecutor* executor = nullptr;
        for (int call = 0; call < 2; ++call) {  // what is said, is said once
            if (aclnnVendorGetWorkspaceSize(z.get(), &size, &executor) != 0) {
                const char* message = aclGetRecentErrMsg();
                std::fprintf(stderr, "%s\n", message != nullptr ? message : "no message");
                std::_Exit(1);
            }
            if (aclnnVendor(nullptr, 0, executor, stream) != 0 || aclrtSynchronizeStream(stream) != 0) {
                std::fprintf(stderr, "%s\n", aclGetRecentErrMsg());
                std::_Exit(2);
            }
        }
        std::fprintf(stderr, "vendor %.0f\n", z.Get()[0]);
    }
    std::_Exit(0);
}

// In a new process, with nothing but these variables.
[[noreturn]] void AnswerWith(const std::vector<std::pair<const char*, std::string>>& variables) {
    for (const char* variable : {"ASCEND_CUSTOM_OPP_PATH", "ASCEND_OPP_PATH", "ACLNN_CPU_LOG"}) {
        unsetenv(variable);
    }
    for (const auto& [name, value] : variables) {
        Set(name, value);
    }
    Answer();
}

TEST_F(Packages, TheCustomPathIsSearchedInOrder) {
    EXPECT_EXIT(AnswerWith({{"ASCEND_CUSTOM_OPP_PATH", kThree}}), ExitedWithCode(0), Eq("vendor 3\n"));
    EXPECT_EXIT(AnswerWith({{"ASCEND_CUSTOM_OPP_PATH", kTwo + ":" + kOne}}), ExitedWithCode(0),
                AllOf(StartsWith(fmt::format("[aclnn-cpu warning] Vendor is taken from {} "
                                             "(ASCEND_CUSTOM_OPP_PATH), which comes before {} "
                                             "(ASCEND_CUSTOM_OPP_PATH)\nvendor 2\n",
                                             kTwo, kOne))));
}

TEST_F(Packages, TheConfigurationSaysWhichVendorComesFirst) {
    WriteConfig("# the newest first\nload_priority=two_nn, one_nn\n");
    EXPECT_EXIT(
        AnswerWith({{"ASCEND_OPP_PATH", opp_}}), ExitedWithCode(0),
        Eq(fmt::format("[aclnn-cpu warning] Vendor is taken from {} ({}), which comes before {} ({})\n"
                       "vendor 2\n",
                       Vendor("two_nn"), Config(), Vendor("one_nn"), Config())));
    WriteConfig("load_priority=one_nn\n");
    EXPECT_EXIT(AnswerWith({{"ASCEND_OPP_PATH", opp_}}), ExitedWithCode(0), Eq("vendor 1\n"));
}

TEST_F(Packages, TheCustomPathComesBeforeTheConfiguration) {
    WriteConfig("load_priority=one_nn\n");
    EXPECT_EXIT(AnswerWith({{"ASCEND_OPP_PATH", opp_}, {"ASCEND_CUSTOM_OPP_PATH", kThree}}),
                ExitedWithCode(0),
                AllOf(HasSubstr("taken from " + kThree), HasSubstr("before " + Vendor("one_nn")),
                      HasSubstr("\nvendor 3\n")));
}

TEST_F(Packages, OnePackageUnderTwoNamesIsNoConflict) {
    WriteConfig("load_priority=one_nn\n");
    EXPECT_EXIT(AnswerWith({{"ASCEND_OPP_PATH", opp_}, {"ASCEND_CUSTOM_OPP_PATH", kOne}}), ExitedWithCode(0),
                Eq("vendor 1\n"));
}

TEST_F(Packages, TheChoiceOfASinglePackageIsLoggedAtLevelInfo) {
    EXPECT_EXIT(AnswerWith({{"ASCEND_CUSTOM_OPP_PATH", kThree}, {"ACLNN_CPU_LOG", "info"}}),
                ExitedWithCode(0),
                HasSubstr(fmt::format("[aclnn-cpu info] Vendor is taken from {} (ASCEND_CUSTOM_OPP_PATH)\n",
                                      kThree)));
}

TEST_F(Packages, WhatCannotBeUsedIsSaidAndTheNextIsTried) {
    std::filesystem::create_directories(Vendor("text_nn") + "/op_api/lib");
    std::ofstream(Vendor("text_nn") + "/op_api/lib/libcust_opapi.so") << "no library\n";
    const std::string path = fmt::format("{}:/nowhere/at_all_nn/:{}:{}", Vendor("text_nn"), kOld, kThree);
    EXPECT_EXIT(
        AnswerWith({{"ASCEND_CUSTOM_OPP_PATH", path}}), ExitedWithCode(0),
        Eq(fmt::format(
            "aclnn-cpu: {}/op_api/lib/libcust_opapi.so was built for ABI 'aclnn-cpu-0', expected "
            "'{}'; its operators are not available until it is rebuilt\n"
            "[aclnn-cpu warning] package {} (named by ASCEND_CUSTOM_OPP_PATH) is left out: it cannot "
            "be loaded: {}/op_api/lib/libcust_opapi.so: file too short\n"
            "[aclnn-cpu warning] package /nowhere/at_all_nn (named by ASCEND_CUSTOM_OPP_PATH) is left "
            "out: it has no op_api/lib/libcust_opapi.so\n"
            "vendor 3\n",
            kOld, ACLNN_CPU_ABI_TAG, Vendor("text_nn"), Vendor("text_nn"))));
}

TEST_F(Packages, WhatIsNotFoundIsOneLineWithEveryPlaceAndTheRemedy) {
    const auto message = [](const std::string& places) {
        return fmt::format(
            "aclnnVendor: no implementation of Vendor; searched the calling library, {}, {} (does not have "
            "it); set ASCEND_CUSTOM_OPP_PATH to the folder of the package that has it, the one above op_api",
            places, BuiltIn());
    };
    EXPECT_EXIT(AnswerWith({}), ExitedWithCode(1),
                HasSubstr(message("ASCEND_CUSTOM_OPP_PATH (not set), ASCEND_OPP_PATH (not set)")));
    EXPECT_EXIT(
        AnswerWith({{"ASCEND_OPP_PATH", opp_}}), ExitedWithCode(1),
        HasSubstr(message(fmt::format(
            "ASCEND_CUSTOM_OPP_PATH (not set), {} (no such file), {} (not in load_priority), {} (not in "
            "load_priority)",
            Config(), Vendor("one_nn"), Vendor("two_nn")))));
    EXPECT_EXIT(AnswerWith({{"ASCEND_CUSTOM_OPP_PATH", kOld}}), ExitedWithCode(1),
                HasSubstr(message(kOld + " (was built for another ABI), ASCEND_OPP_PATH (not set)")));
}

TEST_F(Packages, AnUnusedEnvironmentLoadsNothing) {
    EXPECT_EXIT(
        {
            Set("ASCEND_CUSTOM_OPP_PATH", kThree);
            test::Device::Stream();
            const std::string file = kThree + "/op_api/lib/libcust_opapi.so";
            std::fprintf(stderr, "loaded: %d\n", dlopen(file.c_str(), RTLD_NOW | RTLD_NOLOAD) != nullptr);
            std::_Exit(0);
        },
        ExitedWithCode(0), Eq("loaded: 0\n"));
}

// A library of the program or the user runs what it has; a built-in one lets packages come first.
TEST_F(Packages, PackagesComeBeforeBuiltInOperatorsOnly) {
    const auto check = [](const std::string& caller_file) {
        nnopbase::Packages packages({{kThree, "a test", ""}}, kPackages + "/lib64/libopapi.so");
        void* library = dlopen(caller_file.c_str(), RTLD_NOW | RTLD_LOCAL);
        void* three = dlopen((kThree + "/" + nnopbase::kPackageLibrary).c_str(), RTLD_NOW | RTLD_LOCAL);
        if (library == nullptr || three == nullptr) {
            std::fprintf(stderr, "%s\n", dlerror());
            std::_Exit(1);
        }
        const auto key = [](void* of) {
            return reinterpret_cast<const void* (*)()>(dlsym(of, "VendorLibraryKey"))();
        };
        const void* owner = packages.OwnerOf(key(library), "Vendor");
        std::fprintf(stderr, "%s\n",
                     owner == key(library) ? "own"
                     : owner == key(three) ? "package"
                                           : "other");
        std::_Exit(0);
    };
    EXPECT_EXIT(check(kPackages + "/lib64/libopapi.so"), ExitedWithCode(0), Eq("package\n"));
    EXPECT_EXIT(check(kOne + "/op_api/lib/libcust_opapi.so"), ExitedWithCode(0), Eq("own\n"));
}

TEST_F(Packages, ABuiltInOperatorIsFoundWhenItsLibraryIsNotLinked) {
    EXPECT_EXIT(
        {
            nnopbase::Packages packages({}, kPackages + "/lib64/libopapi.so");
            const void* owner = packages.OwnerOf(nullptr, "Vendor");
            void* library = dlopen((kPackages + "/lib64/libopapi.so").c_str(), RTLD_NOW | RTLD_NOLOAD);
            std::fprintf(
                stderr, "%s\n",
                library != nullptr && owner != nullptr &&
                        owner == reinterpret_cast<const void* (*)()>(dlsym(library, "VendorLibraryKey"))()
                    ? "built-in"
                    : "none");
            std::_Exit(0);
        },
        ExitedWithCode(0), Eq("built-in\n"));
}

TEST_F(Packages, ThreadsThatNeedThemAtOnceAgree) {
    EXPECT_EXIT(
        {
            nnopbase::Packages packages({{kTwo, "a test", ""}, {kThree, "a test", ""}}, "");
            std::vector<const void*> owners(8);
            std::vector<std::thread> threads;
            for (const void*& owner : owners) {
                threads.emplace_back([&] { owner = packages.OwnerOf(nullptr, "Vendor"); });
            }
            for (std::thread& thread : threads) {
                thread.join();
            }
            const bool agree = std::all_of(owners.begin(), owners.end(), [&](const void* owner) {
                return owner != nullptr && owner == owners[0];
            });
            std::fprintf(stderr, "agree: %d\n", agree);
            std::_Exit(0);
        },
        ExitedWithCode(0),
        Eq(fmt::format("[aclnn-cpu warning] Vendor is taken from {} (a test), which comes before {} (a "
                       "test)\nagree: 1\n",
                       kTwo, kThree)));
}

}  // namespace
}  // namespace aclnn_cpu
